/** The pairs of tokens, text on ground, that the components use. For tests. */

const papers = ['bg', 'surface', 'surface-sunken', 'surface-raised', 'hover', 'selected'];
const states = ['neutral', 'info', 'success', 'warning', 'danger', 'quote'];

/** Text needs 4.5 (WCAG 2.2, 1.4.3 AA). */
export const textPairs: [string, string][] = [
  ...['text', 'text-muted', 'link'].flatMap((ink) => papers.map((paper): [string, string] => [ink, paper])),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['danger', 'surface'],
  ['danger', 'bg'],
  ['on-deep', 'deep'],
  ['on-deep', 'deep-raised'],
  ['on-deep-muted', 'deep'],
  ['on-deep-muted', 'deep-raised'],
  ['accent-on-deep', 'deep'],
  ['accent-on-deep', 'sea'],
  ['on-deep-muted', 'sea'],
  ...states.map((state): [string, string] => [`${state}-fg`, `${state}-bg`]),
  ...states.flatMap((state) =>
    ['bg', 'surface', 'surface-raised', 'hover'].map((paper): [string, string] => [`${state}-fg`, paper]),
  ),
];

/** Edges of controls, icons that carry meaning, focus rings and chart series need 3 (WCAG 2.2, 1.4.11 AA). */
export const edgePairs: [string, string][] = [
  ...['border-strong', 'focus', 'primary'].flatMap((edge) =>
    ['bg', 'surface', 'surface-raised'].map((paper): [string, string] => [edge, paper]),
  ),
  ['deep-border', 'deep'],
  ['accent-on-deep', 'deep-raised'],
  ...states.flatMap((state) => ['bg', 'surface'].map((paper): [string, string] => [`${state}-line`, paper])),
  ...states.map((state): [string, string] => [`${state}-line`, `${state}-bg`]),
  ...[1, 2].map((series): [string, string] => [`series-${series}`, 'surface']),
];
