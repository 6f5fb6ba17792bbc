/** Longest code of a device, in characters. */
export const LONGEST_CODE = 200;
