import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { lintExamples } from '#src/testing/lint-examples.ts';

const PAGE = 'mfe-orders/src/remote/routes.tsx';
const PART = 'mfe-orders/src/features/orders/view.tsx';
const SHELL = 'shell/src/layout/site.tsx';
const LOAD = `() => import('./a.tsx').then((module) => module.A)`;

/** Sources that lint refuses; the folder of each file determines the rule. */
const REFUSED: readonly (readonly [what: string, file: string, source: string, message: string])[] = [
  ['lazy of react', PART, `import { lazy } from 'react'; export const A = lazy;`, 'React.lazy'],
  [
    'lazy by another name',
    SHELL,
    `import { lazy as later } from 'react'; export const A = later;`,
    'React.lazy',
  ],
  ['React.lazy', PART, `import * as React from 'react'; export const A = React.lazy;`, 'React.lazy'],
  ['lazy of the default', PART, `import R from 'react'; export const A = R['lazy'];`, 'React.lazy'],
  ['lazy passed on', PART, `export { lazy } from 'react';`, 'React.lazy'],
  ['a glob', PART, `export const all = import.meta.glob('./*.tsx');`, 'What is loaded later is named'],
  ['lazy taken out', PART, `import * as R from 'react'; export const { lazy } = R;`, 'React.lazy'],
  [
    'lazyPage in a feature',
    PART,
    `import { lazyPage } from '@taller/shared/runtime'; void lazyPage;`,
    'lazyPage does',
  ],
  [
    'lazyPart in a module',
    PAGE,
    `import { lazyPart } from '@taller/shared/ui/lazy-part.tsx'; void lazyPart;`,
    'lazyPart does',
  ],
  [
    'lazyPage in the shell',
    SHELL,
    `import { lazyPage } from '@taller/shared/runtime'; void lazyPage;`,
    'lazyPage does',
  ],
  [
    'a value in a remote',
    PART,
    `import { useLazyValue } from '@taller/shared/runtime'; void useLazyValue;`,
    'useLazyValue does',
  ],
  ['an import on its own', PART, `export const show = ${LOAD};`, 'A component is loaded later by'],
  [
    'an import in an effect',
    PART,
    `useEffect(() => void import('./a.tsx').then(setA), []);`,
    'A component is loaded later by',
  ],
  ['a function of its own', PART, `export const A = later(${LOAD});`, 'A component is loaded later by'],
  [
    'a page without lazyPage',
    PAGE,
    `export const A = lazyPart(${LOAD}, null);`,
    'A component is loaded later by lazyPage:',
  ],
  ['not the loader', PART, `export const A = lazyPart(load, ${LOAD});`, 'A component is loaded later by'],
  ['a template', PART, 'export const show = () => import(`./a.tsx`);', 'A component is loaded later by'],
  [
    'a call in a component',
    PART,
    `export function View() { const A = lazyPart(${LOAD}, null); return A; }`,
    'once',
  ],
];
const ALLOWED: readonly (readonly [what: string, file: string, source: string])[] = [
  ['a page', PAGE, `import { lazyPage } from '@taller/shared/runtime'; export const A = lazyPage(${LOAD});`],
  [
    'a part',
    PART,
    `import { lazyPart } from '@taller/shared/ui/lazy-part.tsx'; export const A = lazyPart(${LOAD}, null);`,
  ],
  ['an awaited part', PART, `export const A = lazyPart(async () => (await import('./a.tsx')).A, null);`],
  ['a dialog', PART, `export const A = lazyDialog(${LOAD}, { title });`],
  ['an extra of the shell', SHELL, `export const A = lazyExtra(${LOAD});`],
  ['screens of the shell', SHELL, `export const screens = new LazyValue(${LOAD});`],
  [
    'what is no component',
    PART,
    `export const save = () => import('./csv.ts').then((module) => module.save());`,
  ],
  ['a lazy of others', PART, `import { lazy } from './own.ts'; export const A = lazy;`],
  ['a test', 'mfe-orders/src/features/orders/view.test.tsx', `export const A = ${LOAD};`],
];

/** A separate folder for each example, below the folder that determines the rule. */
const nameOf = (what: string, file: string) =>
  join(dirname(file), what.replaceAll(/\W+/g, '-'), file.slice(file.lastIndexOf('/') + 1));

let found: Map<string, string[]>;
beforeAll(() => {
  const files = [...REFUSED, ...ALLOWED].map(([what, file, source]) => [nameOf(what, file), source]);
  found = lintExamples(['taller/loads-late'], Object.fromEntries(files));
});

describe('TEST-42 lint', () => {
  test.each(REFUSED)('refuses %s', (what, file, _source, message) => {
    expect(found.get(nameOf(what, file))).toEqual([expect.stringContaining(message)]);
  });

  test.each(ALLOWED)('accepts %s', (what, file) => {
    expect(found.get(nameOf(what, file))).toBeUndefined();
  });
});
