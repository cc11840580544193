#1        setup  weather   [weather 2,3 at the table]
                   Weather: Clear                                                             11.2
                 = Wind Force to be rolled, EC to be rolled, Dust to be settled               11.7
#2        setup  time-of-day   [time of day 6 at the table]
                   Time of Day: Night                                                         11.3
                 = Wind Force to be rolled, NVR not stated, EC to be rolled, Dust to be settled 11.7
#3        setup  ec   [ec 2 at the table]
                   EC: Dry                                                                    11.4
                 = Wind Force to be rolled, NVR not stated, EC Dry, Dust to be settled        11.7
#4        setup  wind-force   [wind force 3 at the table]
                   Wind Force: Mild Breeze                                                    11.5
                 = Mild Breeze, NVR not stated, EC Dry, Dust to be settled                    11.7
#5        setup  wind-direction   [wind direction 5 at the table]
                   the wind blows to hexside 5, as board 29 lies                              B25.64
                 = Mild Breeze to hexside 5, NVR not stated, EC Dry, Dust to be settled       11.7
#6        setup  dust   [dust 4 at the table]
                   Dust: Moderate                                                             11.701
                 = Mild Breeze to hexside 5, NVR not stated, EC Dry, Moderate Dust            11.7
#7        setup  phase RPh
                   1.1: Player Turn of the British                                            A3.1
                 = Mild Breeze to hexside 5, NVR not stated, EC Dry, Moderate Dust            11.7
#8      1.1/RPh  wc   [wind change 1,1; wind change 3 at the table]
                   Wind Change DR 1,1                                                         B25.65
                   the wind turns from hexside 5 to hexside 4                                 B25.65
                 = Mild Breeze to hexside 4, NVR not stated, EC Dry, Moderate Dust            11.7
#9      1.1/RPh  phase RPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
                   1.2: Player Turn of the Italian                                            A3.1
#10     1.2/RPh  wc   [wind change 2,5 at the table]
                   Wind Change DR 2,5                                                         B25.65
                 = Mild Breeze to hexside 4, NVR not stated, EC Dry, Moderate Dust            11.7
#11     1.2/RPh  phase RPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
                   2.1: Player Turn of the British                                            A3.1
#12     2.1/RPh  wc   [wind change 1,1; wind change 5 at the table]
                   Wind Change DR 1,1                                                         B25.65
                   Wind Force changes from Mild Breeze to Heavy Winds                         B25.65
                 = Heavy Winds to hexside 4, NVR not stated, EC Dry, Moderate Dust            11.7
#13     2.1/RPh  phase RPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
                   2.2: Player Turn of the Italian                                            A3.1
#14     2.2/RPh  wc   [wind change 1,1; wind change 5 at the table]
                   Wind Change DR 1,1                                                         B25.65
                   Wind Force changes from Heavy Winds to Mild Breeze                         B25.65
                 = Mild Breeze to hexside 4, NVR not stated, EC Dry, Moderate Dust            11.7
#15     2.2/RPh  phase RPh
                   PFPh, MPh, DFPh, AFPh, RtPh, APh, CCPh                                     A3
                   the game is over                                                           A3.9
#16    2.2/CCPh  finish
                   the log is closed after 15 entries
