/** Words that several features of this remote say. */
export const commonTexts = {
  loading: 'Loading...',
  failedHint: 'Inténtalo de nuevo; los filtros quedan como están. Si sigue igual, mira «Estado».',
  view: (name: string) => `Ver ${name}`,
} as const;
