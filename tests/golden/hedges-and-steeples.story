#1        setup  phase
                   1.1: Player Turn of the Italian                                            A3.1
                 = No Wind, EC Moist, no Dust                                                 11.7
#2      1.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Moist, no Dust                                                 11.7
#3      1.1/RPh  unit A squad D4 pp 3
                   A, squad of the Italian, 3 PP, is in D4                                    A1.1
#4      1.1/RPh  unit B squad D4
                   B, squad of the Italian, is in D4                                          A1.1
#5      1.1/RPh  unit C HS F4
                   C, HS of the Italian, is in F4                                             A1.1
#6      1.1/RPh  unit D crew F4
                   D, crew of the Italian, is in F4                                           A1.1
#7      1.1/RPh  unit L SMC F4
                   L, SMC of the Italian, is in F4                                            A1.1
#8      1.1/RPh  unit Breda SW F4 shaft pp 3
                   Breda, SW of the Italian, 3 PP, is in F4, in the Shaft                     A1.1
#9      1.1/RPh  phase MPh
                   PFPh, MPh                                                                  A3
#10     1.1/MPh  cross A E4
                   A begins to cross the cactus hedge from D4 to E4: TI                       191.3
#11     1.1/MPh  cross B D5
                   B begins to cross the cactus hedge from D4 to D5: TI                       191.3
#12     1.1/MPh  station C steeple
                   C is in the Steeple                                                        AD3.312
#13     1.1/MPh  station L steeple
                   L is in the Steeple                                                        AD3.312
#14     1.1/MPh  unit E HS F4 steeple by British
                   E, HS of the British, is in F4, in the Steeple                             A1.1
#15     1.1/MPh  phase AFPh
                   DFPh, AFPh                                                                 A3
#16    1.1/AFPh  break B
                   B is no longer in Good Order                                               A.7
#17    1.1/AFPh  break D
                   D is no longer in Good Order                                               A.7
#18    1.1/AFPh  phase RtPh
                   RtPh                                                                       A3.6
#19    1.1/RtPh  station D steeple involuntary
                   D is in the Steeple                                                        AD3.312
#20    1.1/RtPh  phase RPh
                   APh, CCPh                                                                  A3
                   D is too much for its Location in F4, and is eliminated                    AD3.312
                   1.2: Player Turn of the British                                            A3.1
#21     1.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Moist, no Dust                                                 11.7
#22     1.2/RPh  unit F squad G4 steeple by British
                   F, squad of the British, is in G4, in the Steeple                          A1.1
#23     1.2/RPh  unit G HS G4 by British
                   G, HS of the British, is in G4                                             A1.1
#24     1.2/RPh  station G steeple involuntary
                   G is in the Steeple                                                        AD3.312
#25     1.2/RPh  phase RPh   [random selection G4 steeple F G 5,2 at the table]
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
                   F is too much for its Location in G4, and is eliminated                    AD3.312
                   2.1: Player Turn of the Italian                                            A3.1
#26     2.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Moist, no Dust                                                 11.7
#27     2.1/RPh  rally B
                   B is in Good Order                                                         A.7
#28     2.1/RPh  phase MPh
                   PFPh, MPh                                                                  A3
#29     2.1/MPh  cross A E4
                   A is across the cactus hedge in E4                                         191.3
#30     2.1/MPh  cross B E4
                   B crosses no cactus hedge to D5, and is TI no more                         191.3
                   B begins to cross the cactus hedge from D4 to E4: TI                       191.3
#31     2.1/MPh  phase RPh
                   DFPh, AFPh, RtPh, APh, CCPh                                                A3
                   2.2: Player Turn of the British                                            A3.1
#32     2.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Moist, no Dust                                                 11.7
#33     2.2/RPh  phase RPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
                   3.1: Player Turn of the Italian                                            A3.1
#34     3.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Moist, no Dust                                                 11.7
#35     3.1/RPh  phase MPh
                   PFPh, MPh                                                                  A3
#36     3.1/MPh  phase DFPh
                   B crosses no cactus hedge to E4, and is TI no more                         191.3
                   DFPh                                                                       A3.4
#37    3.1/DFPh  remove A
                   A is removed                                                               A1.1
#38    3.1/DFPh  phase RPh
                   AFPh, RtPh, APh, CCPh                                                      A3
                   3.2: Player Turn of the British                                            A3.1
