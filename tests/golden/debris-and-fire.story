#1        setup  phase
                   1.1: Player Turn of the German                                             A3.1
                 = No Wind, EC Very Dry, no Dust                                              11.7
#2      1.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Very Dry, no Dust                                              11.7
#3      1.1/RPh  phase PFPh
                   PFPh                                                                       A3.2
#4     1.1/PFPh  flame D4
                   a Flame in D4                                                              B25.1
#5     1.1/PFPh  flame E4
                   a Flame in E4                                                              B25.1
#6     1.1/PFPh  debris F4
                   Arid Debris comes to F4                                                    AD3.4
#7     1.1/PFPh  flame F4
                   a Flame in F4                                                              B25.1
#8     1.1/PFPh  phase RPh
                   MPh, DFPh, AFPh, RtPh, APh, CCPh                                           A3
                   1.2: Player Turn of the British                                            A3.1
#9      1.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Very Dry, no Dust                                              11.7
#10     1.2/RPh  phase AFPh
                   PFPh, MPh, DFPh, AFPh                                                      A3
#11    1.2/AFPh  flame-check D4   [flame D4 6,2 at the table]
                   a Blaze in D4                                                              B25.15
#12    1.2/AFPh  flame-check E4   [flame E4 3,3 at the table]
                   the Flame in E4 stays a Flame                                              B25.15
#13    1.2/AFPh  flame-check F4   [flame F4 1,1 at the table]
                   the fire in F4 is out                                                      B25.15
#14    1.2/AFPh  shellholes D4
                   shellholes in D4                                                           B2.1
                   the Arid Debris in D4 is gone                                              AD3.44
                   the fire in D4 is out                                                      AD3.44
#15    1.2/AFPh  extinguish E4
                   the fire in E4 is out                                                      B24.72
#16    1.2/AFPh  blaze E4
                   a Blaze in E4                                                              B25.1
#17    1.2/AFPh  phase RPh
                   RtPh, APh, CCPh                                                            A3
                   2.1: Player Turn of the German                                             A3.1
#18     2.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Very Dry, no Dust                                              11.7
#19     2.1/RPh  flame F4
                   a Flame in F4                                                              B25.1
#20     2.1/RPh  phase MPh
                   PFPh, MPh                                                                  A3
#21     2.1/MPh  extinguish F4 squads 1 leader -1   [extinguish F4 2,6 at the table]
                   DR 2,6 with DRM -2 vs the Flame in F4: hampered, so no Blaze in this Player Turn B24.721
