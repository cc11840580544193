#1        setup  phase RPh
                   1.1: Player Turn of the British                                            A3.1
                 = No Wind, EC Mud, no Dust                                                   11.7
#2      1.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Mud, no Dust                                                   11.7
#3      1.1/RPh  phase MPh
                   PFPh, MPh                                                                  A3
#4      1.1/MPh  start Cruiser
                   Cruiser Starts                                                             D2.12
#5      1.1/MPh  move Cruiser D3 2mp   [secret bog Cruiser not told at the table]
                   Cruiser has its Secret Bog DR made for this MPh                            D8.23
                   Cruiser goes from C4 to D3 (2 MP)                                          D2.1
#6      1.1/MPh  move Cruiser C4
                   Cruiser goes from D3 to C4 (2 MP)                                          D2.1
#7      1.1/MPh  move Cruiser D4
                   Cruiser goes from C4 to D4 (2 MP)                                          D2.1
                   Cruiser bogs in D4                                                         11.8
#8      1.1/MPh  start Marmon
                   Marmon Starts                                                              D2.12
#9      1.1/MPh  move Marmon F3 2mp   [secret bog Marmon not told at the table]
                   Marmon has its Secret Bog DR made for this MPh                             D8.23
                   Marmon goes from F2 to F3 (2 MP)                                           D2.1
#10     1.1/MPh  turn Marmon
                   Marmon expends 1 MP in its hex                                             D2.11
#11     1.1/MPh  move Marmon E4 4mp   [immobilization Marmon 3,3 at the table]
                   Marmon goes from F3 to E4 (4 MP)                                           D2.1
                   Marmon makes an Immobilization DR in E4: 3,3 with DRM +1                   F3.31
#12     1.1/MPh  phase RPh
                   Marmon ends its MPh in Motion                                              D2.4
                   DFPh, AFPh, RtPh, APh, CCPh                                                A3
                   1.2: Player Turn of the Italian                                            A3.1
#13     1.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Mud, no Dust                                                   11.7
#14     1.2/RPh  phase MPh
                   PFPh, MPh                                                                  A3
#15     1.2/MPh  start M13
                   M13 Starts                                                                 D2.12
#16     1.2/MPh  move M13 F5 2mp   [secret bog M13 not told at the table]
                   M13 has its Secret Bog DR made for this MPh                                D8.23
                   M13 goes from F6 to F5 (2 MP)                                              D2.1
#17     1.2/MPh  move M13 F4
                   M13 goes from F5 to F4 (2 MP)                                              D2.1
#18     1.2/MPh  move M13 E5
                   M13 goes from F4 to E5 (2 MP)                                              D2.1
#19     1.2/MPh  phase RPh
                   M13 ends its MPh in Motion                                                 D2.4
                   DFPh, AFPh, RtPh, APh, CCPh                                                A3
                   2.1: Player Turn of the British                                            A3.1
#20     2.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Mud, no Dust                                                   11.7
#21     2.1/RPh  phase MPh
                   PFPh, MPh                                                                  A3
#22     2.1/MPh  unbog Cruiser   [bog removal Cruiser 2,3 at the table]
                   Cruiser expends 6 MP in its hex                                            D8.3
                   Cruiser is free again, and in Motion                                       D8.3
#23     2.1/MPh  move Cruiser E5 3mp   [secret bog Cruiser not told at the table]
                   Cruiser has its Secret Bog DR made for this MPh                            D8.23
                   Cruiser goes from D4 to E5 (3 MP)                                          D2.1
