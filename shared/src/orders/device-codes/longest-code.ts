/** Maximum length of a device code, in characters. */
export const LONGEST_CODE = 200;
