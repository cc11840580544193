#1        setup  phase
                   1.1: Player Turn of the American                                           A3.1
                 = Heavy Winds to hexside 2, EC Dry, Light Dust                               11.7
#2      1.1/RPh  wc   [wind change 1,1; wind change 6 at the table]
                   Wind Change DR 1,1                                                         B25.65
                   Wind Force changes from Heavy Winds to Mild Breeze                         B25.65
                 = Mild Breeze to hexside 2, EC Dry, Light Dust                               11.7
#3      1.1/RPh  phase MPh
                   PFPh, MPh                                                                  A3
#4      1.1/MPh  move M3 D5 2mp
                   M3 goes from D4 to D5 (2 MP)                                               D2.1
                   M3 leaves Vehicle Dust in D4                                               11.74
#5      1.1/MPh  stop M3
                   M3 Stops                                                                   D2.13
#6      1.1/MPh  ffe F1 G5 105mm
                   FFE F1 of 105mm in G5, LOS Hindrance +2                                    11.75
#7      1.1/MPh  ffe F2 G8 60mm
                   FFE F2 of 60mm in G8, LOS Hindrance +2                                     11.75
#8      1.1/MPh  phase RPh
                   DFPh, AFPh                                                                 A3
                   drift from M3 fills E4, F3                                                 A24.61
                   RtPh, APh, CCPh                                                            A3
                   1.2: Player Turn of the German                                             A3.1
#9      1.2/RPh  wc   [wind change 5,5 at the table]
                   Wind Change DR 5,5                                                         B25.65
                   rain begins                                                                E3.51
                   EC change from Dry to Wet                                                  E3.51
                   all Dust vanishes, and none can come again (Light before)                  11.77
                   M3's Dust in D4 is removed                                                 11.77
                   what drifted from M3 is gone                                               A24.61
                   FFE F1 hinders LOS by +1 from now on, not +2                               11.77
                   FFE F2 hinders LOS by +0 from now on, not +2                               11.77
                 = Mild Breeze to hexside 2, Rain, EC Wet, no Dust                            11.7
#10     1.2/RPh  phase RPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
                   2.1: Player Turn of the American                                           A3.1
#11     2.1/RPh  wc   [wind change 5,6 at the table]
                   Wind Change DR 5,6                                                         B25.65
                   the rain grows heavy                                                       E3.51
                 = Mild Breeze to hexside 2, Heavy Rain, EC Wet, no Dust                      11.7
#12     2.1/RPh  phase MPh
                   PFPh, MPh                                                                  A3
#13     2.1/MPh  start M3
                   M3 Starts                                                                  D2.12
#14     2.1/MPh  move M3 D6 1mp
                   M3 goes from D5 to D6 (1 MP)                                               D2.1
#15     2.1/MPh  lift F1
                   FFE F1 ends                                                                C1.5
#16     2.1/MPh  phase RPh
                   M3 ends its MPh in Motion                                                  D2.4
                   DFPh, AFPh, RtPh, APh, CCPh                                                A3
                   2.2: Player Turn of the German                                             A3.1
#17     2.2/RPh  wc   [wind change 1,2 at the table]
                   Wind Change DR 1,2                                                         B25.65
                   the rain ends                                                              E3.51
                 = Mild Breeze to hexside 2, EC Wet, no Dust                                  11.7
#18     2.2/RPh  phase RPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
                   3.1: Player Turn of the American                                           A3.1
#19     3.1/RPh  wc   [wind change 6,6 at the table]
                   Wind Change DR 6,6                                                         B25.65
                   Gusts begin, for this Player Turn                                          B25.651
                   rain begins                                                                E3.51
                 = Mild Breeze to hexside 2, Gusts, Rain, EC Wet, no Dust                     11.7
