#1        setup  phase
                   1.1: Player Turn of the German                                             A3.1
                 = Mild Breeze to hexside 3, EC Dry, no Dust                                  11.7
#2      1.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 3, EC Dry, no Dust                                  11.7
#3      1.1/RPh  phase MPh
                   PFPh, MPh                                                                  A3
#4      1.1/MPh  start PzA
                   PzA Starts                                                                 D2.12
#5      1.1/MPh  move PzA B1   [bog PzA 1,2 at the table]
                   PzA goes from A1 to B1 (7 MP)                                              D2.1
                   PzA makes a Bog Check in B1: 1,2 with DRM +5                               D8.21
#6      1.1/MPh  start PzB
                   PzB Starts                                                                 D2.12
#7      1.1/MPh  move PzB C3   [bog PzB 2,3 at the table]
                   PzB makes a Bog Check in D3: 2,3 with DRM +5                               D8.21
                   PzB goes from D3 to C3 (8 MP)                                              D2.1
                   the High Wall on hexside 3 of C3 is breached                               AD4.6
#8      1.1/MPh  start Opel
                   Opel Starts                                                                D2.12
#9      1.1/MPh  move Opel C2   [bog Opel 6,6 at the table]
                   Opel goes from C3 to C2 (7 MP)                                             D2.1
                   Opel makes a Bog Check in C2: 6,6 with DRM +3                              D8.21
                   Opel bogs in C2                                                            D8.2
#10     1.1/MPh  phase RPh
                   PzA ends its MPh in Motion                                                 D2.4
                   PzB ends its MPh in Motion                                                 D2.4
                   DFPh, AFPh, RtPh, APh, CCPh                                                A3
                   1.2: Player Turn of the British                                            A3.1
#11     1.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 3, EC Dry, no Dust                                  11.7
#12     1.2/RPh  phase RPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
                   2.1: Player Turn of the German                                             A3.1
#13     2.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 3, EC Dry, no Dust                                  11.7
#14     2.1/RPh  phase MPh
                   PFPh, MPh                                                                  A3
#15     2.1/MPh  unbog Opel   [bog removal Opel 5,1 at the table]
                   Opel expends 10 MP in its hex                                              D8.3
                   Opel is Mired                                                              D8.3
#16     2.1/MPh  turn PzA
                   PzA expends 2 MP in its hex                                                D2.11
                   PzA has a Bog Check to make in B1, with DRM +5                             D8.2
#17     2.1/MPh  bog-check PzA   [bog PzA 2,1 at the table]
                   PzA makes a Bog Check in B1: 2,1 with DRM +5                               D8.21
#18     2.1/MPh  move PzA C1   [bog PzA 1,1 at the table]
                   PzA goes from B1 to C1 (7 MP)                                              D2.1
                   a Trail Break now joins hexsides (2, 6) of B1                              B13.421
                   PzA makes a Bog Check in C1: 1,1 with DRM +5                               D8.21
#19     2.1/MPh  move PzB D2 1mp
                   PzB goes from C3 to D2 (1 MP)                                              D2.1
                   PzB leaves Vehicle Dust in C3                                              11.74
#20     2.1/MPh  breach E2 D2
                   the High Wall on hexside 5 of E2 is breached                               AD4.6
#21     2.1/MPh  phase RPh
                   PzA ends its MPh in Motion                                                 D2.4
                   PzB ends its MPh in Motion                                                 D2.4
                   PzB's Dust in C3 is flipped to its Motion side                             11.74
                   DFPh, AFPh                                                                 A3
                   drift from PzB fills D3                                                    A24.61
                   RtPh, APh, CCPh                                                            A3
                   2.2: Player Turn of the British                                            A3.1
#22     2.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 3, EC Dry, no Dust                                  11.7
#23     2.2/RPh  phase RPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
                   3.1: Player Turn of the German                                             A3.1
#24     3.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 3, EC Dry, no Dust                                  11.7
#25     3.1/RPh  phase MPh
                   PFPh, MPh                                                                  A3
#26     3.1/MPh  unbog Opel   [bog removal Opel 2,3 at the table]
                   Opel expends 12 MP in its hex                                              D8.3
                   Opel is free again, and in Motion                                          D8.3
#27     3.1/MPh  move Opel C3
                   Opel goes from C2 to C3 (2 MP)                                             D2.1
#28     3.1/MPh  move Opel D3   [immobilization Opel 2,3 at the table]
                   Opel goes from C3 to D3 (2 MP)                                             D2.1
                   Opel makes an Immobilization DR in D3: 2,3 with DRM +0                     F3.31
                   Opel leaves Vehicle Dust in C3                                             11.74
#29     3.1/MPh  bog PzB
                   PzB bogs in D2                                                             D8.2
#30     3.1/MPh  move PzA B1
                   PzA goes from C1 to B1 (7 MP)                                              D2.1
#31     3.1/MPh  immobilize PzA
                   PzA is immobilized                                                         D8.1
                   no Trail Break joins hexsides (2, 6) of B1 any more                        B13.4211
#32     3.1/MPh  phase RPh
                   Opel ends its MPh in Motion                                                D2.4
                   Opel's Dust in C3 is flipped to its Motion side                            11.74
                   DFPh, AFPh                                                                 A3
                   drift from Opel fills D3                                                   A24.61
                   RtPh, APh, CCPh                                                            A3
                   3.2: Player Turn of the British                                            A3.1
