#1        setup  phase
                   1.1: Player Turn of the German                                             A3.1
                 = Mild Breeze to hexside 4, EC Dry, no Dust                                  11.7
#2      1.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 4, EC Dry, no Dust                                  11.7
#3      1.1/RPh  phase PFPh
                   PFPh                                                                       A3.2
#4     1.1/PFPh  kindle A2 SMC   [kindling A2 4,4 at the table]
                   Kindling fails in A2                                                       B25.11
#5     1.1/PFPh  kindle A2 leader -1   [kindling A2 4,3 at the table]
                   a Flame in A2                                                              B25.11
#6     1.1/PFPh  phase RPh
                   MPh, DFPh, AFPh, RtPh, APh, CCPh                                           A3
                   1.2: Player Turn of the British                                            A3.1
#7      1.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 4, EC Dry, no Dust                                  11.7
#8      1.2/RPh  phase AFPh
                   PFPh, MPh, DFPh, AFPh                                                      A3
#9     1.2/AFPh  flame-check A2   [flame A2 3,2 at the table]
                   a Blaze in A2                                                              B25.15
#10    1.2/AFPh  phase RPh
                   RtPh, APh, CCPh                                                            A3
                   2.1: Player Turn of the German                                             A3.1
#11     2.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 4, EC Dry, no Dust                                  11.7
#12     2.1/RPh  phase AFPh
                   PFPh, MPh, DFPh, AFPh                                                      A3
                   drift from Blaze A2 fills A3, A4                                           A24.61
#13    2.1/AFPh  spread   [spread A2 A1 3,2; spread A2 B2 6,2; spread A2 A3 3,1 at the table]
                   the Blaze in A2 spreads: a Flame in A3                                     B25.6
                   the Blaze in A2 has been rolled for                                        B25.6
#14    2.1/AFPh  phase RPh
                   RtPh, APh, CCPh                                                            A3
                   2.2: Player Turn of the British                                            A3.1
#15     2.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 4, EC Dry, no Dust                                  11.7
#16     2.2/RPh  phase AFPh
                   PFPh, MPh, DFPh, AFPh                                                      A3
#17    2.2/AFPh  flame-check A3   [flame A3 6,6 at the table]
                   a Blaze in A3                                                              B25.15
#18    2.2/AFPh  blaze B3
                   a Blaze in B3                                                              B25.1
#19    2.2/AFPh  phase RPh
                   RtPh, APh, CCPh                                                            A3
                   3.1: Player Turn of the German                                             A3.1
#20     3.1/RPh  wc   [wind change 6,6 at the table]
                   Wind Change DR 6,6                                                         B25.65
                   Gusts begin, for this Player Turn                                          B25.651
                   what drifted from Blaze A2 is gone                                         A24.62
                 = Mild Breeze to hexside 4, Gusts, EC Dry, no Dust                           11.7
#21     3.1/RPh  collapse B3   [fire collapse B3 3 at the table]
                   the building ablaze in B3 stands                                           B25.66
#22     3.1/RPh  phase AFPh
                   PFPh, MPh, DFPh, AFPh                                                      A3
#23    3.1/AFPh  spread B3   [spread B3 B2 6,4 at the table]
                   the Blaze in B3 has been rolled for                                        B25.6
#24    3.1/AFPh  phase RPh
                   RtPh, APh, CCPh                                                            A3
                   3.2: Player Turn of the British                                            A3.1
#25     3.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                   the Gusts are over                                                         B25.651
                 = Mild Breeze to hexside 4, EC Dry, no Dust                                  11.7
#26     3.2/RPh  collapse   [fire collapse B3 5; falling rubble B3 6,2 at the table]
                   B3 is wooden rubble from level 0 up                                        B25.66
                   wooden rubble falls from B3 into C3                                        B24.12
                   a Blaze in C3                                                              B24.6
#27     3.2/RPh  phase AFPh
                   PFPh, MPh, DFPh, AFPh                                                      A3
                   drift from Blaze A2 fills A3, A4                                           A24.61
                   drift from Blaze A3 fills A4                                               A24.61
                   drift from Blaze B3 fills B4                                               A24.61
                   drift from Blaze C3 fills C4                                               A24.61
#28    3.2/AFPh  spread   [spread A2 A1 1,2; spread A2 B2 5,4 at the table]
                   the Blaze in A2 spreads: a Flame in B2                                     B25.6
                   the Blaze in A2 has been rolled for                                        B25.6
                   the Blaze in A3 has been rolled for                                        B25.6
                   the Blaze in B3 has been rolled for                                        B25.6
