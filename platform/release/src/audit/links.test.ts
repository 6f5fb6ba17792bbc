import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

const documents = execFileSync('git', ['ls-files', '-z', '*.md'], { cwd: inRoot(), encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);

/** A document without its code, whose brackets and `#` mean something else. */
const proseOf = (file: string): string =>
  readFileSync(inRoot(file), 'utf8').replaceAll(/^( *)```[^]*?^\1```$/gm, '');

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(prose: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} +(.+)$/gm)) {
    const words = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    let anchor = words;
    for (let again = 1; anchors.has(anchor); again += 1) anchor = `${words}-${again}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** The relative links of a document that lead nowhere, with the reason. */
function brokenLinks(file: string): string[] {
  const prose = proseOf(file).replaceAll(/`[^`\n]*`/g, 'code');
  return [...prose.matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : normalize(join(dirname(file), path));
    if (!existsSync(inRoot(target))) return [`${file}: ${link} (no file)`];
    if (anchor === undefined || anchorsOf(proseOf(target)).has(anchor)) return [];
    return [`${file}: ${link} (no heading)`];
  });
}

test('TEST-36 every relative link of a document leads to a file, and its anchor to a heading', () => {
  expect(documents).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'platform/docs/remotes.md']),
  );
  expect(anchorsOf('# A `b` & c\n## 2. See it\n## Ñandú, ¿sí?\n## 2. See it')).toEqual(
    new Set(['a-b--c', '2-see-it', 'ñandú-sí', '2-see-it-1']),
  );
  expect(documents.flatMap(brokenLinks)).toEqual([]);
});

test('TEST-36 every decision that a file names by its number exists, and their list has each', () => {
  const decisions = documents.flatMap(
    (file) => /^(?:platform\/)?docs\/decisions\/(\d{4})-.*\.md$/.exec(file)?.[1] ?? [],
  );
  const named = execFileSync(
    'git',
    [
      'grep',
      '-ohiE',
      'decisions? [0-9]+',
      '--',
      '*.ts',
      '*.tsx',
      '*.mjs',
      '*.css',
      '*.sql',
      '*.md',
      ':!docs/decisions',
      ':!platform/docs/decisions',
    ],
    { cwd: inRoot(), encoding: 'utf8' },
  );
  const numbers = new Set([...named.matchAll(/\d+/g)].map(([number]) => number.padStart(4, '0')));
  expect(numbers.size).toBeGreaterThan(5);
  expect([...numbers].filter((number) => !decisions.includes(number))).toEqual([]);
  const list = readFileSync(inRoot('docs/decisions/README.md'), 'utf8');
  expect(
    decisions.filter((number) => !list.includes(`/${number}-`) && !list.includes(`](${number}-`)),
  ).toEqual([]);
});
