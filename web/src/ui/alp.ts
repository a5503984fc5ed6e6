/** The outlines of the alp behind every page, in a field of 1280 by 800. */

export const MOUNTAINS = "M-20 330 150 150l80 84 60-58 120 128 90-90 110 120 170-212 120 130 70-60 150 150 60-50 120 110V460H-20z";
/** The farthest first. */
export const HILLS = [
  "M-20 400Q200 300 460 360t460-10 380 30V560H-20z",
  "M-20 450Q300 360 640 430t660-20V620H-20z",
  "M-20 520Q340 440 700 500t600-30V800H-20z",
] as const;
