import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

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

let found: Set<string>;
beforeAll(() => {
  const root = mkdtempSync(join(tmpdir(), 'taller-texts-'));
  writeFileSync(
    join(root, '.oxlintrc.json'),
    JSON.stringify({
      jsPlugins: [inRoot('tooling/src/layers/lint-plugin.ts')],
      categories: { correctness: 'off' },
      rules: { 'taller/text-has-element': 'error' },
    }),
  );
  for (const [what, jsx] of [...REFUSED, ...ALLOWED])
    writeFileSync(join(root, `${what}.tsx`), `export const Part = () => ${jsx};\n`);
  const { stdout } = spawnSync('oxlint', ['--format=json'], { cwd: root, encoding: 'utf8' });
  rmSync(root, { recursive: true });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; message: string }[] };
  found = new Set(
    diagnostics
      .filter(({ message }) => message.includes('needs an element of its own'))
      .map(({ filename }) => filename.replace(/\.tsx$/, '')),
  );
});

describe('UI-30 lint', () => {
  test.each(REFUSED)('refuses a text %s', (what) => {
    expect(found.has(what)).toBe(true);
  });

  test.each(ALLOWED)('accepts a text %s', (what) => {
    expect(found.has(what)).toBe(false);
  });
});
