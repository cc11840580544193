#1        setup  phase
                   1.1: Player Turn of the British                                            A3.1
                 = Mild Breeze to hexside 2, EC Dry, no Dust                                  11.7
#2      1.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 2, EC Dry, no Dust                                  11.7
#3      1.1/RPh  phase MPh
                   PFPh, MPh                                                                  A3
#4      1.1/MPh  impulse start Grant, start Lee
                   Grant Starts                                                               D2.12
                   Lee Starts                                                                 D2.12
#5      1.1/MPh  impulse move Grant D5 1mp, move Lee E5 1mp
                   Grant goes from D4 to D5 (1 MP)                                            D2.1
                   Lee goes from E4 to E5 (1 MP)                                              D2.1
#6      1.1/MPh  impulse move Grant D6 1mp, move Lee E6 3mp
                   Grant goes from D5 to D6 (1 MP)                                            D2.1
                   Lee goes from E5 to E6 (3 MP)                                              D2.1
                   Grant expends 2 MP in its hex                                              D14.31
                   Grant leaves Vehicle Dust in D5                                            11.74
#7      1.1/MPh  enter Marmon A3 1mp
                   Marmon enters in A3 (1 MP)                                                 A2.5
#8      1.1/MPh  move Marmon B3 1mp
                   Marmon goes from A3 to B3 (1 MP)                                           D2.1
                   Marmon leaves Vehicle Dust in A3                                           11.74
#9      1.1/MPh  hatch Marmon BU
                   Marmon is BU                                                               D5.3
#10     1.1/MPh  hook Quad
                   Quad hooks up a Gun (20 MP)                                                C10.11
#11     1.1/MPh  assault Lee
                   Lee declares Armored Assault                                               D9.31
#12     1.1/MPh  phase DFPh
                   Grant ends its MPh in Motion                                               D2.4
                   Lee ends its MPh in Motion                                                 D2.4
                   Marmon ends its MPh in Motion                                              D2.4
                   Grant's Dust in D5 is flipped to its Motion side                           11.74
                   Marmon's Dust in A3 is flipped to its Motion side                          11.74
                   DFPh                                                                       A3.4
#13    1.1/DFPh  stun Grant
                   Grant is Stunned, and Stopped                                              D5.34
                   Grant is BU                                                                D5.34
#14    1.1/DFPh  shock Lee
                   Lee is Shocked, and Stopped                                                C7.41
                   Lee is BU                                                                  C7.41
#15    1.1/DFPh  phase RPh
                   AFPh                                                                       A3.5
                   drift from Grant fills E5, F4                                              A24.61
                   drift from Marmon fills B2, C2                                             A24.61
                   RtPh, APh, CCPh                                                            A3
                   Grant is no longer Stunned                                                 D5.34
                   1.2: Player Turn of the German                                             A3.1
#16     1.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 2, EC Dry, no Dust                                  11.7
#17     1.2/RPh  phase MPh
                   PFPh, MPh                                                                  A3
#18     1.2/MPh  smoke H4 by British
                   Dispersed SMOKE of the British in H4                                       A24.5
#19     1.2/MPh  smoke H6 gray dispersed
                   Dispersed gray SMOKE of the German in H6                                   A24.1
#20     1.2/MPh  ffe F1 G3 105mm
                   FFE F1 of 105mm in G3, LOS Hindrance +2                                    11.75
#21     1.2/MPh  phase RPh
                   DFPh, AFPh                                                                 A3
                   drift from H4 fills I4, J3                                                 A24.61
                   RtPh, APh, CCPh                                                            A3
                   2.1: Player Turn of the British                                            A3.1
#22     2.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 2, EC Dry, no Dust                                  11.7
#23     2.1/RPh  recover Lee
                   Lee recovers from Shock                                                    C7.42
#24     2.1/RPh  phase PFPh
                   PFPh                                                                       A3.2
                   Grant's Dust in D5 is removed                                              11.74
                   what drifted from Grant is gone                                            A24.61
                   SMOKE H4 is removed                                                        A24.4
                   what drifted from H4 is gone                                               A24.61
#25    2.1/PFPh  phase MPh
                   MPh                                                                        A3.3
#26     2.1/MPh  unhook Quad
                   Quad unhooks a Gun (10 MP)                                                 C10.12
#27     2.1/MPh  move Marmon A3 2mp
                   Marmon goes from B3 to A3 (2 MP)                                           D2.1
                   Marmon's Dust in A3 is removed                                             11.74
                   what drifted from Marmon is gone                                           A24.61
                   Marmon leaves Vehicle Dust in B3                                           11.74
#28     2.1/MPh  move Marmon A2 1mp
                   Marmon goes from A3 to A2 (1 MP)                                           D2.1
                   Marmon's Dust in B3 is removed                                             11.74
                   Marmon leaves Vehicle Dust in A3                                           11.74
#29     2.1/MPh  exit Marmon 1mp
                   Marmon exits from A2 (1 MP)                                                A2.6
#30     2.1/MPh  start Quad
                   Quad Starts                                                                D2.12
#31     2.1/MPh  immobilize Quad
                   Quad is immobilized                                                        D8.1
#32     2.1/MPh  destroy Quad
                   Quad is destroyed                                                          D10.1
#33     2.1/MPh  phase RPh
                   DFPh, AFPh                                                                 A3
                   drift from Marmon fills B2, C2                                             A24.61
                   RtPh, APh, CCPh                                                            A3
                   2.2: Player Turn of the German                                             A3.1
#34     2.2/RPh  wc   [wind change 6,6 at the table]
                   Wind Change DR 6,6                                                         B25.65
                   Gusts begin, for this Player Turn                                          B25.651
                   Marmon's Dust in A3 is removed                                             11.74
                   what drifted from Marmon is gone                                           A24.61
                   SMOKE H6 is removed                                                        A24.62
                 = Mild Breeze to hexside 2, Gusts, EC Dry, no Dust                           11.7
#35     2.2/RPh  phase AFPh
                   PFPh, MPh, DFPh, AFPh                                                      A3
#36    2.2/AFPh  phase RPh
                   RtPh, APh, CCPh                                                            A3
                   3.1: Player Turn of the British                                            A3.1
#37     3.1/RPh  wc   [wind change 4,4 at the table]
                   Wind Change DR 4,4                                                         B25.65
                   the Gusts are over                                                         B25.651
                 = Mild Breeze to hexside 2, EC Dry, no Dust                                  11.7
#38     3.1/RPh  lift F1
                   FFE F1 ends                                                                C1.5
#39     3.1/RPh  phase PFPh
                   PFPh                                                                       A3.2
#40    3.1/PFPh  wp H5 gray
                   gray WP of the British in H5; all there but a BU closed-topped AFV take a NMC (A24.31) A24.1
#41    3.1/PFPh  phase MPh
                   MPh                                                                        A3.3
#42     3.1/MPh  grenade H3 H2 exponent 3   [SMOKE grenade 2 at the table]
                   SMOKE grenade from H3 into H2: dr 2, placed                                A24.1
                   SMOKE grenade of the British in H2                                         A24.1
#43     3.1/MPh  esb Grant 2mp   [ESB Grant 2,4 at the table]
                   Grant makes an ESB DR, 2,4 with DRM +4: 2 MP more                          D2.5
#44     3.1/MPh  phase DFPh
                   SMOKE H2 is removed                                                        A24.11
                   DFPh                                                                       A3.4
#45    3.1/DFPh  phase RPh
                   AFPh, RtPh, APh, CCPh                                                      A3
                   3.2: Player Turn of the German                                             A3.1
#46     3.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = Mild Breeze to hexside 2, EC Dry, no Dust                                  11.7
#47     3.2/RPh  phase MPh
                   PFPh, MPh                                                                  A3
#48     3.2/MPh  motion Grant 4mp   [Motion Grant 3 at the table]
                   Grant tries for Motion at 4 MF or MP: dr 3                                 D2.401
                   Grant is in Motion                                                         D2.401
#49     3.2/MPh  vehicle Late by British truck mp 20 none towing
                   Late of the British is added offboard: truck, 20 MP                        A2.52
