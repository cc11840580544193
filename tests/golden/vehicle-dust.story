#1        setup  phase
                   1.1: Player Turn of the German                                             A3.1
                 = Mild Breeze to hexside 4, EC Very Dry, no Dust                             11.7
#2      1.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 4, EC Very Dry, no Dust                             11.7
#3      1.1/RPh  phase PFPh
                   PFPh                                                                       A3.2
#4     1.1/PFPh  smoke C6
                   SMOKE of the German in C6                                                  A24.1
#5     1.1/PFPh  smoke G6
                   SMOKE of the German in G6                                                  A24.1
#6     1.1/PFPh  smoke K6
                   SMOKE of the German in K6                                                  A24.1
#7     1.1/PFPh  phase MPh
                   MPh                                                                        A3.3
#8      1.1/MPh  start Stops
                   Stops Starts                                                               D2.12
#9      1.1/MPh  move Stops C5 1mp
                   Stops goes from C4 to C5 (1 MP)                                            D2.1
#10     1.1/MPh  move Stops C6 2mp
                   Stops goes from C5 to C6 (2 MP)                                            D2.1
                   Stops leaves Vehicle Dust in C5                                            11.74
#11     1.1/MPh  spend Stops 2mp
                   Stops expends 2 MP in its hex                                              D2.1
#12     1.1/MPh  stop Stops
                   Stops Stops                                                                D2.13
#13     1.1/MPh  start Rolls
                   Rolls Starts                                                               D2.12
#14     1.1/MPh  move Rolls G5 1mp
                   Rolls goes from G4 to G5 (1 MP)                                            D2.1
#15     1.1/MPh  move Rolls G6 2mp
                   Rolls goes from G5 to G6 (2 MP)                                            D2.1
                   Rolls leaves Vehicle Dust in G5                                            11.74
#16     1.1/MPh  start Burns
                   Burns Starts                                                               D2.12
#17     1.1/MPh  move Burns K5 1mp
                   Burns goes from K4 to K5 (1 MP)                                            D2.1
#18     1.1/MPh  move Burns K6 3mp
                   Burns goes from K5 to K6 (3 MP)                                            D2.1
#19     1.1/MPh  move Burns K7 1mp
                   Burns goes from K6 to K7 (1 MP)                                            D2.1
                   Burns leaves Vehicle Dust in K6                                            11.74
#20     1.1/MPh  destroy Burns
                   Burns is destroyed                                                         D10.1
#21     1.1/MPh  start Tows
                   Tows Starts                                                                D2.12
#22     1.1/MPh  move Tows M5 2mp
                   Tows goes from M4 to M5 (2 MP)                                             D2.1
#23     1.1/MPh  move Tows M6 2mp
                   Tows goes from M5 to M6 (2 MP)                                             D2.1
                   Tows leaves Vehicle Dust in M5                                             11.74
#24     1.1/MPh  stop Tows
                   Tows Stops                                                                 D2.13
#25     1.1/MPh  phase DFPh
                   Rolls ends its MPh in Motion                                               D2.4
                   Rolls's Dust in G5 is flipped to its Motion side                           11.74
                   DFPh                                                                       A3.4
#26    1.1/DFPh  phase AFPh
                   AFPh                                                                       A3.5
                   drift from Burns fills K7, K8                                              A24.61
                   drift from C6 fills C7, C8, C9                                             A24.61
                   drift from G6 fills G7, G8, G9                                             A24.61
                   drift from K6 fills K7, K8, K9                                             A24.61
                   drift from Rolls fills G6, G7                                              A24.61
                   drift from Stops fills C6, C7                                              A24.61
                   drift from Tows fills M6, M7                                               A24.61
#27    1.1/AFPh  phase RPh
                   RtPh, APh, CCPh                                                            A3
                   1.2: Player Turn of the British                                            A3.1
#28     1.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 4, EC Very Dry, no Dust                             11.7
#29     1.2/RPh  phase RPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
                   2.1: Player Turn of the German                                             A3.1
#30     2.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 4, EC Very Dry, no Dust                             11.7
#31     2.1/RPh  phase PFPh
                   PFPh                                                                       A3.2
                   Burns's Dust in K6 is removed                                              11.74
                   what drifted from Burns is gone                                            A24.61
                   Stops's Dust in C5 is removed                                              11.74
                   what drifted from Stops is gone                                            A24.61
                   Tows's Dust in M5 is removed                                               11.74
                   what drifted from Tows is gone                                             A24.61
                   SMOKE C6 is flipped to Dispersed                                           A24.4
                   drift from C6 fills C7, C8                                                 A24.61
                   SMOKE G6 is flipped to Dispersed                                           A24.4
                   drift from G6 fills G7, G8                                                 A24.61
                   SMOKE K6 is flipped to Dispersed                                           A24.4
                   drift from K6 fills K7, K8                                                 A24.61
#32    2.1/PFPh  phase MPh
                   MPh                                                                        A3.3
#33     2.1/MPh  spend Rolls 1mp
                   Rolls expends 1 MP in its hex                                              D2.1
                   Rolls's Dust in G5 is removed                                              11.74
                   what drifted from Rolls is gone                                            A24.61
