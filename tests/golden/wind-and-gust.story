#1        setup  phase
                   1.1: Player Turn of the German                                             A3.1
                 = Mild Breeze to hexside 3, EC Dry, no Dust                                  11.7
#2      1.1/RPh  wc   [wind change 6,6 at the table]
                   Wind Change DR 6,6                                                         B25.65
                   Gusts begin, for this Player Turn                                          B25.651
                 = Mild Breeze to hexside 3, Gusts, EC Dry, no Dust                           11.7
#3      1.1/RPh  phase RPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
                   1.2: Player Turn of the British                                            A3.1
#4      1.2/RPh  wc   [wind change 1,1; wind change 5 at the table]
                   Wind Change DR 1,1                                                         B25.65
                   Wind Force changes from Mild Breeze to Heavy Winds                         B25.65
                   the Gusts are over                                                         B25.651
                 = Heavy Winds to hexside 3, EC Dry, no Dust                                  11.7
#5      1.2/RPh  phase RPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
                   2.1: Player Turn of the German                                             A3.1
#6      2.1/RPh  wc   [wind change 6,6 at the table]
                   Wind Change DR 6,6                                                         B25.65
                   Gusts begin, for this Player Turn                                          B25.651
                   Dust rises from None to Light                                              11.76
                 = Heavy Winds to hexside 3, Gusts, EC Dry, Light Dust                        11.7
#7      2.1/RPh  phase RPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
                   2.2: Player Turn of the British                                            A3.1
#8      2.2/RPh  wc   [wind change 6,6 at the table]
                   Wind Change DR 6,6                                                         B25.65
                   Gusts begin, for this Player Turn                                          B25.651
                   Dust rises from Light to Moderate                                          11.76
                 = Heavy Winds to hexside 3, Gusts, EC Dry, Moderate Dust                     11.7
#9      2.2/RPh  phase RPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
                   3.1: Player Turn of the German                                             A3.1
#10     3.1/RPh  wc   [wind change 1,1; wind change 6 at the table]
                   Wind Change DR 1,1                                                         B25.65
                   Wind Force changes from Heavy Winds to Mild Breeze                         B25.65
                   the Gusts are over                                                         B25.651
                   Dust falls from Moderate to Light                                          11.76
                 = Mild Breeze to hexside 3, EC Dry, Light Dust                               11.7
#11     3.1/RPh  phase RPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
                   3.2: Player Turn of the British                                            A3.1
#12     3.2/RPh  wc   [wind change 4,5 at the table]
                   Wind Change DR 4,5                                                         B25.65
                 = Mild Breeze to hexside 3, EC Dry, Light Dust                               11.7
