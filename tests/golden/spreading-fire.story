#1        setup  phase
                   1.1: Player Turn of the German                                             A3.1
                 = Mild Breeze to hexside 4, EC Dry, no Dust                                  11.7
#2      1.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 4, EC Dry, no Dust                                  11.7
#3      1.1/RPh  phase PFPh
                   PFPh                                                                       A3.2
#4     1.1/PFPh  unit Wache HS C3 by German
                   Wache, HS of the German, is in C3                                          A1.1
#5     1.1/PFPh  kindle A2 SMC   [kindling A2 4,4 at the table]
                   Kindling fails in A2                                                       B25.11
#6     1.1/PFPh  kindle A2 leader -1   [kindling A2 4,3 at the table]
                   a Flame in A2                                                              B25.11
#7     1.1/PFPh  flame A2
                   a Flame in A2                                                              B25.1
#8     1.1/PFPh  phase RPh
                   MPh, DFPh, AFPh, RtPh, APh, CCPh                                           A3
                   1.2: Player Turn of the British                                            A3.1
#9      1.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 4, EC Dry, no Dust                                  11.7
#10     1.2/RPh  phase AFPh
                   PFPh, MPh, DFPh, AFPh                                                      A3
#11    1.2/AFPh  flame-check A2   [flame A2 1,1; flame A2 3,2 at the table]
                   the Flame in A2 stays a Flame                                              B25.15
                   a Blaze in A2                                                              B25.15
#12    1.2/AFPh  phase RPh
                   RtPh, APh, CCPh                                                            A3
                   2.1: Player Turn of the German                                             A3.1
#13     2.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 4, EC Dry, no Dust                                  11.7
#14     2.1/RPh  phase AFPh
                   PFPh, MPh, DFPh, AFPh                                                      A3
                   drift from Blaze A2 fills A3, A4                                           A24.61
#15    2.1/AFPh  spread   [spread A2 A1 3,2; spread A2 B2 6,3; spread A2 A3 3,1 at the table]
                   the Blaze in A2 spreads: a Flame in A3                                     B25.6
                   the Blaze in A2 has been rolled for                                        B25.6
#16    2.1/AFPh  flame A3
                   a Flame in A3                                                              B25.1
#17    2.1/AFPh  phase RPh
                   RtPh, APh, CCPh                                                            A3
                   2.2: Player Turn of the British                                            A3.1
#18     2.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 4, EC Dry, no Dust                                  11.7
#19     2.2/RPh  phase AFPh
                   PFPh, MPh, DFPh, AFPh                                                      A3
#20    2.2/AFPh  flame-check A3   [flame A3 6,6 at the table]
                   a Blaze in A3                                                              B25.15
#21    2.2/AFPh  blaze B3 level 1
                   a Blaze in B3@1                                                            B25.1
#22    2.2/AFPh  phase RPh
                   RtPh, APh, CCPh                                                            A3
                   3.1: Player Turn of the German                                             A3.1
#23     3.1/RPh  wc   [wind change 1,1; wind change 5 at the table]
                   Wind Change DR 1,1                                                         B25.65
                   Wind Force changes from Mild Breeze to Heavy Winds                         B25.65
                   what drifted from Blaze A2 is gone                                         A24.61
                 = Heavy Winds to hexside 4, EC Dry, no Dust                                  11.7
#24     3.1/RPh  phase AFPh
                   PFPh, MPh, DFPh, AFPh                                                      A3
#25    3.1/AFPh  spread
                   the Blaze in A2 spreads: a Flame in B2                                     B25.63
                   the Blaze in A3 spreads: a Flame in B3                                     B25.63
                   the Blaze in A2 has been rolled for                                        B25.6
                   the Blaze in A3 has been rolled for                                        B25.6
                   the Blaze in B3@1 has been rolled for                                      B25.6
#26    3.1/AFPh  extinguish B3
                   the fire in B3 is out                                                      B24.72
#27    3.1/AFPh  phase RPh
                   RtPh, APh, CCPh                                                            A3
                   3.2: Player Turn of the British                                            A3.1
#28     3.2/RPh  wc   [wind change 6,6; falling rubble B3 6,2 at the table]
                   Wind Change DR 6,6                                                         B25.65
                   Gusts begin, for this Player Turn                                          B25.651
                   Dust rises from None to Light                                              11.76
                   B3 is wooden rubble from level 1 up                                        B25.66
                   wooden rubble falls from B3 into C3                                        B24.12
                   Wache is eliminated in C3                                                  B24.121
                   Lkw is destroyed                                                           B24.121
                   the wreck of Lkw is buried                                                 B24.121
                   a Blaze in C3                                                              B24.6
                 = Heavy Winds to hexside 4, Gusts, EC Dry, Light Dust                        11.7
#29     3.2/RPh  phase AFPh
                   PFPh, MPh                                                                  A3
                   PzA is destroyed                                                           B25.4
                   the wreck of PzA burns up                                                  D10.41
                   DFPh, AFPh                                                                 A3
#30    3.2/AFPh  spread
                   the Blaze in A2 spreads: a Flame in B2                                     B25.63
                   the Blaze in A3 spreads: a Flame in B3                                     B25.63
                   the Blaze in A2 has been rolled for                                        B25.6
                   the Blaze in A3 has been rolled for                                        B25.6
                   the Blaze in B3@1 has been rolled for                                      B25.6
#31    3.2/AFPh  phase RPh
                   RtPh, APh, CCPh                                                            A3
                   4.1: Player Turn of the German                                             A3.1
#32     4.1/RPh  wc   [wind change 1,1; wind change 6 at the table]
                   Wind Change DR 1,1                                                         B25.65
                   Wind Force changes from Heavy Winds to Mild Breeze                         B25.65
                   the Gusts are over                                                         B25.651
                   Dust falls from Light to None                                              11.76
                 = Mild Breeze to hexside 4, EC Dry, no Dust                                  11.7
#33     4.1/RPh  phase PFPh
                   PFPh                                                                       A3.2
#34    4.1/PFPh  flame A1
                   a Flame in A1                                                              B25.1
#35    4.1/PFPh  flame A1
                   a Flame in A1                                                              B25.1
#36    4.1/PFPh  extinguish A1
                   one Flame in A1 is out                                                     B24.72
#37    4.1/PFPh  phase RPh
                   MPh, DFPh, AFPh                                                            A3
                   drift from Blaze A2 fills A3, A4                                           A24.61
                   drift from Blaze A3 fills A4                                               A24.61
                   drift from Blaze B3 fills B4                                               A24.61
                   drift from Blaze C3 fills C4                                               A24.61
                   RtPh, APh, CCPh                                                            A3
                   4.2: Player Turn of the British                                            A3.1
#38     4.2/RPh  wc   [wind change 1,1; wind change 6 at the table]
                   Wind Change DR 1,1                                                         B25.65
                   Wind Force changes from Mild Breeze to No Wind                             B25.65
                   what drifted from Blaze A2 is gone                                         A24.61
                   what drifted from Blaze A3 is gone                                         A24.61
                   what drifted from Blaze B3 is gone                                         A24.61
                   what drifted from Blaze C3 is gone                                         A24.61
                 = No Wind, EC Dry, no Dust                                                   11.7
#39     4.2/RPh  phase AFPh
                   PFPh, MPh, DFPh, AFPh                                                      A3
#40    4.2/AFPh  flame-check A1   [flame A1 6,6 at the table]
                   a Blaze in A1                                                              B25.15
#41    4.2/AFPh  phase RPh
                   RtPh, APh, CCPh                                                            A3
                   5.1: Player Turn of the German                                             A3.1
#42     5.1/RPh  wc   [wind change 6,6 at the table]
                   Wind Change DR 6,6                                                         B25.65
                   Gusts begin, for this Player Turn                                          B25.651
                 = No Wind, Gusts, EC Dry, no Dust                                            11.7
#43     5.1/RPh  phase AFPh
                   PFPh, MPh, DFPh, AFPh                                                      A3
#44    5.1/AFPh  spread   [Gusts 3 at the table]
                   the Gusts drive fire to hexside 3                                          B25.651
                   the Blaze in A2 spreads: a Flame in B2                                     B25.651
                   the Blaze in A3 spreads: a Flame in B3                                     B25.651
                   the Blaze in A1 has been rolled for                                        B25.6
                   the Blaze in A2 has been rolled for                                        B25.6
                   the Blaze in A3 has been rolled for                                        B25.6
                   the Blaze in B3@1 has been rolled for                                      B25.6
                   the Blaze in C3 has been rolled for                                        B25.6
#45    5.1/AFPh  destroy Opel burning
                   Opel is destroyed                                                          D10.1
                   the wreck of Opel burns in E1                                              B25.14
#46    5.1/AFPh  phase RPh
                   RtPh, APh, CCPh                                                            A3
                   5.2: Player Turn of the British                                            A3.1
#47     5.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                   the Gusts are over                                                         B25.651
                 = No Wind, EC Dry, no Dust                                                   11.7
#48     5.2/RPh  phase AFPh
                   PFPh, MPh, DFPh, AFPh                                                      A3
#49    5.2/AFPh  spread E1   [spread wreck Opel 4,3 at the table]
                   the fire of the wreck of Opel in E1 was rolled for                         B25.14
                   a Flame in E1                                                              B25.14
