#1        setup  phase
                   1.1: Player Turn of the Italian                                            A3.1
                 = No Wind, EC Moderate, no Dust                                              11.7
#2      1.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Moderate, no Dust                                              11.7
#3      1.1/RPh  phase PFPh
                   PFPh                                                                       A3.2
#4     1.1/PFPh  he C4 65mm kia 1   [rubble C4 1 at the table]
                   the building in C4 stands                                                  B24.11
#5     1.1/PFPh  he C4 88mm kia 2   [rubble C4 1 at the table]
                   C4 is stone rubble from level 0 up                                         AD4.42
#6     1.1/PFPh  unit Lookout HS J8 rooftop by British
                   Lookout, HS of the British, is in J8, on the rooftop                       A1.1
#7     1.1/PFPh  he J8 150mm kia 3 level 2   [rubble J8 1; collapse J8 3; falling rubble J8 5,3; falling rubble K9 6,3 at the table]
                   J8 is stone rubble from level 2 up                                         AD4.42
                   Lookout, on the rooftop of J8, is eliminated as that Location is no more   B24.1
                   stone rubble falls from J8 into K9                                         B24.12
                   K9 is stone rubble from level 0 up                                         B24.121
                   stone rubble falls from K9 into L9                                         B24.12
#8     1.1/PFPh  phase CCPh
                   MPh, DFPh, AFPh, RtPh, APh, CCPh                                           A3
#9     1.1/CCPh  clear L9 squads 1 leader -1 bulldozers 1 across 1 4   [clearance L9 6,3 at the table]
                   a Trail Break joins hexsides (1, 4) of L9                                  B24.71
#10    1.1/CCPh  phase RPh
                   1.2: Player Turn of the British                                            A3.1
#11     1.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Moderate, no Dust                                              11.7
#12     1.2/RPh  phase CCPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
#13    1.2/CCPh  clear L9 squads 1   [clearance L9 2,2 at the table]
                   Clearance fails in L9; Labor -1                                            B24.8
#14    1.2/CCPh  phase RPh
                   2.1: Player Turn of the Italian                                            A3.1
#15     2.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Moderate, no Dust                                              11.7
#16     2.1/RPh  phase CCPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
#17    2.1/CCPh  clear L9 squads 1   [clearance L9 4,2 at the table]
                   Clearance fails in L9; Labor -2                                            B24.8
#18    2.1/CCPh  phase RPh
                   2.2: Player Turn of the British                                            A3.1
#19     2.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Moderate, no Dust                                              11.7
#20     2.2/RPh  phase CCPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
#21    2.2/CCPh  clear L9 squads 1 across 2 5   [clearance L9 3,2 at the table]
                   a Trail Break joins hexsides (2, 5) of L9                                  B24.71
#22    2.2/CCPh  phase RPh
                   3.1: Player Turn of the Italian                                            A3.1
#23     3.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Moderate, no Dust                                              11.7
#24     3.1/RPh  phase CCPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
#25    3.1/CCPh  clear L9 hs 1   [clearance L9 6,6 at the table]
                   Clearance fails in L9; Labor -1                                            B24.8
#26    3.1/CCPh  abandon L9
                   the Labor in L9 is lost                                                    B24.8
#27    3.1/CCPh  phase RPh
                   3.2: Player Turn of the British                                            A3.1
#28     3.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Moderate, no Dust                                              11.7
#29     3.2/RPh  phase CCPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
#30    3.2/CCPh  clear L9 hs 1 across 3 6   [clearance L9 1,1 at the table]
                   a Trail Break joins hexsides (3, 6) of L9                                  B24.71
                   the rubble in L9 is cleared                                                B24.71
#31    3.2/CCPh  phase RPh
                   4.1: Player Turn of the Italian                                            A3.1
#32     4.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Moderate, no Dust                                              11.7
#33     4.1/RPh  phase CCPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
#34    4.1/CCPh  clear L9 bulldozers 2 across 1 4   [clearance L9 6,6 at the table]
                   a Trail Break joins hexsides (1, 4) of L9                                  AD3.45
#35    4.1/CCPh  phase RPh
                   4.2: Player Turn of the British                                            A3.1
#36     4.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Moderate, no Dust                                              11.7
#37     4.2/RPh  phase CCPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
#38    4.2/CCPh  clear L9 bulldozers 2 across 2 5   [clearance L9 6,6 at the table]
                   a Trail Break joins hexsides (2, 5) of L9                                  AD3.45
#39    4.2/CCPh  phase RPh
                   5.1: Player Turn of the Italian                                            A3.1
#40     5.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Moderate, no Dust                                              11.7
#41     5.1/RPh  phase CCPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
#42    5.1/CCPh  clear L9 bulldozers 2 across 3 6   [clearance L9 6,6 at the table]
                   a Trail Break joins hexsides (3, 6) of L9                                  AD3.45
                   the Arid Debris in L9 is cleared                                           AD3.45
#43    5.1/CCPh  phase RPh
                   5.2: Player Turn of the British                                            A3.1
#44     5.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Moderate, no Dust                                              11.7
#45     5.2/RPh  phase PFPh
                   PFPh                                                                       A3.2
#46    5.2/PFPh  rubble J8 stone level 1   [collapse J8 1; falling rubble J8 3,4 at the table]
                   J8 is stone rubble from level 1 up                                         AD4.42
                   the rubble of J8 stays in its hex                                          B24.12
