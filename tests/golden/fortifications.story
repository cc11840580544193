#1        setup  phase RPh
                   1.1: Player Turn of the German                                             A3.1
                 = No Wind, EC Moderate, no Dust                                              11.7
#2      1.1/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Moderate, no Dust                                              11.7
#3      1.1/RPh  phase PFPh
                   PFPh                                                                       A3.2
#4     1.1/PFPh  entrench E1   [Entrenching Attempt 2,3 at the table]
                   the German entrench in E1: the foxhole holds 1                             B27.11
#5     1.1/PFPh  entrench E1   [Entrenching Attempt 4,4 at the table]
                   the Entrenching Attempt in E1 fails                                        B27.11
#6     1.1/PFPh  entrench E1 drm -3   [Entrenching Attempt 4,4 at the table]
                   the German entrench in E1: the foxhole holds 2                             B27.11
#7     1.1/PFPh  unit Sq1 squad E1 entrenched
                   Sq1, squad of the German, is in E1, beneath the entrenchment               A1.1
#8     1.1/PFPh  unit Sq2 squad A3 pillbox by German
                   Sq2, squad of the German, is in A3, in the pillbox                         A1.1
#9     1.1/PFPh  unit Sq3 squad E1
                   Sq3, squad of the German, is in E1                                         A1.1
#10    1.1/PFPh  station Sq3 entrenched
                   Sq3 is beneath the entrenchment                                            B27.4
#11    1.1/PFPh  station Sq3 ground
                   Sq3 is on the ground                                                       B27.4
#12    1.1/PFPh  phase RPh
                   MPh, DFPh, AFPh, RtPh, APh, CCPh                                           A3
                   1.2: Player Turn of the British                                            A3.1
#13     1.2/RPh  wc   [wind change 3,4 at the table]
                   Wind Change DR 3,4                                                         B25.65
                 = No Wind, EC Moderate, no Dust                                              11.7
#14     1.2/RPh  phase MPh
                   PFPh, MPh                                                                  A3
#15     1.2/MPh  unfortify Roadblock-B2-3
                   the Roadblock in B2 is removed                                             B29.5
#16     1.2/MPh  start Lkw
                   Lkw Starts                                                                 D2.12
#17     1.2/MPh  move Lkw D2
                   Lkw goes from E3 to D2 (0.5 MP)                                            D2.1
#18     1.2/MPh  move Lkw C3
                   Lkw goes from D2 to C3 (2.5 MP)                                            D2.1
#19     1.2/MPh  move Lkw B2
                   Lkw goes from C3 to B2 (0.5 MP)                                            D2.1
#20     1.2/MPh  vbm Lkw A2 2
                   Lkw goes from B2 to A2 (8 MP)                                              D2.1
                   Lkw is in Bypass along hexside 2 of A2                                     D2.3
#21     1.2/MPh  vbm Lkw A2 1
                   Lkw expends 8 MP in its hex                                                D2.3
                   Lkw is in Bypass along hexside 1 of A2                                     D2.3
#22     1.2/MPh  stop Lkw
                   Lkw Stops                                                                  D2.13
#23     1.2/MPh  bypass Lkw 6
                   Lkw is in Bypass along hexside 6 of A2                                     D2.3
