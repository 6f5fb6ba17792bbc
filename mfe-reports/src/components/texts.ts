/** Words that several features of this remote say. */
export const commonTexts = {
  loading: 'Loading...',
  view: (name: string) => `Ver ${name}`,
} as const;
