#1        setup  phase RPh
                   1.1: Player Turn of the German                                             A3.1
                 = No Wind, NVR 2, EC Dry, no Dust                                            11.7
#2      1.1/RPh  wc   [wind change 6,5 at the table]
                   Wind Change DR 6,5                                                         B25.65
                 = No Wind, NVR 2, EC Dry, no Dust                                            11.7
#3      1.1/RPh  phase PFPh
                   PFPh                                                                       A3.2
#4     1.1/PFPh  light starshell D3
                   starshell in D3                                                            E1.92
#5     1.1/PFPh  phase RPh
                   MPh, DFPh, AFPh, RtPh, APh, CCPh                                           A3
                   starshell in D3 goes out                                                   E1.923
                   1.2: Player Turn of the British                                            A3.1
#6      1.2/RPh  wc   [wind change 6,5; wind change 4 at the table]
                   Wind Change DR 6,5                                                         B25.65
                   Base NVR changes from 2 hexes to 4                                         E1.12
                 = No Wind, NVR 4, EC Dry, no Dust                                            11.7
#7      1.2/RPh  light IR E2
                   IR in E2                                                                   E1.93
#8      1.2/RPh  phase RPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
                   IR in E2 goes out                                                          E1.933
                   2.1: Player Turn of the German                                             A3.1
#9      2.1/RPh  wc   [wind change 6,4 at the table]
                   Wind Change DR 6,4                                                         B25.65
                 = No Wind, NVR 4, EC Dry, no Dust                                            11.7
#10     2.1/RPh  phase RPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
                   2.2: Player Turn of the British                                            A3.1
#11     2.2/RPh  wc   [wind change 6,1; wind change 6 at the table]
                   Wind Change DR 6,1                                                         B25.65
                   Base NVR changes from 4 hexes to 2                                         E1.12
                 = No Wind, NVR 2, EC Dry, no Dust                                            11.7
