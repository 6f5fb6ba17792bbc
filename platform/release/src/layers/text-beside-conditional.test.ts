import { beforeAll, describe, expect, test } from 'vitest';
import { lintExamples } from '#src/testing/lint-examples.ts';

const REFUSED: readonly (readonly [what: string, jsx: string])[] = [
  ['behind a condition', `<p>{busy && <Spinner />} Guardar</p>`],
  ['that changes, before a condition', `<p>{texts.label} {busy && <Spinner />}</p>`],
  ['that comes and goes', `<p>{busy && 'Guardando'} <b>Guardar</b></p>`],
  ['or another, beside an element', `<p>{busy ? texts.busy : <b />} <i /></p>`],
  ['behind an icon', `<p>{icon}{item.label}</p>`],
  ['behind a list', `<p>{rows.map((row) => <b key={row} />)}{total}</p>`],
  ['of a fragment', `<>{texts.label}</>`],
];
const ALLOWED: readonly (readonly [what: string, jsx: string])[] = [
  ['in an element', `<p>{busy && <Spinner />}<span>{texts.label}</span></p>`],
  ['that is alone', `<p>{busy ? texts.busy : texts.label}</p>`],
  ['that stays, before a condition', `<p>Guardar {busy && <Spinner />}</p>`],
  ['that is a space', `<p>{busy && <Spinner />} {done && <Check />}</p>`],
  ['beside what stays', `<p>{texts.label}: <b>{texts.value}</b></p>`],
];

const nameOf = (what: string) => `shell/src/layout/${what}.tsx`;
let found: Map<string, string[]>;
beforeAll(() => {
  const files = [...REFUSED, ...ALLOWED].map(([what, jsx]) => [
    nameOf(what),
    `export const Part = () => ${jsx};`,
  ]);
  found = lintExamples(['taller/text-has-element'], Object.fromEntries(files));
});

describe('UI-30 lint', () => {
  test.each(REFUSED)('refuses a text %s', (what) => {
    expect(found.get(nameOf(what))?.join()).toContain('needs an element of its own');
  });

  test.each(ALLOWED)('accepts a text %s', (what) => {
    expect(found.get(nameOf(what))).toBeUndefined();
  });
});
