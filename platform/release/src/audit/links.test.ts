import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

const files = execFileSync('git', ['ls-files', '-z'], { cwd: inRoot(), encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);
const documents = files.filter((file) => file.endsWith('.md'));

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

/** A path of a source: in a folder of sources, or with an ending. */
const SOURCE =
  /(?<![\w./@$}<*-])(?:[\w-]+\/)+(?:(?:src|schemas)\/[\w./-]*\w|[\w.-]+\.(?:tsx?|mjs|sql|md))(?![\w/*{<$])/g;
/** Names that stand for any file. */
const EXAMPLE = /^mfe-ejemplo\/|\/(?:x\.(?:spec\.)?ts|NAME\.ts)$/;
const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*|--)(.*)|\s\/\/ (.*)/;

/** The words of a line that may name a source: code in a document's prose, or a comment. */
const wordsOf = (file: string, line: string): string =>
  file.endsWith('.md')
    ? [...line.matchAll(/`([^`]+)`/g)].map(([, code]) => code).join(' ')
    : (COMMENT.exec(line) ?? []).slice(1).join(' ');

test('TEST-36 every source that a document or a comment names by its path exists', () => {
  const folders = new Set(
    files.flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index))),
  );
  const sources = new Set(files);
  const exists = (path: string) => sources.has(path) || folders.has(path) || sources.has(`${path}.ts`);
  const tops = new Set([...folders].filter((folder) => !folder.includes('/')));
  const named = files
    .filter(
      (file) =>
        /\.(?:md|tsx?|mjs|css|sql)$/.test(file) && !/^(?:supabase\/migrations|e2e\/fixtures)\//.test(file),
    )
    .flatMap((file) =>
      readFileSync(inRoot(file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          [...wordsOf(file, line).matchAll(SOURCE)].map(([path]) => ({ file, line: index + 1, path })),
        ),
    );
  expect(named.length).toBeGreaterThan(300);
  const lost = named.filter(
    ({ file, path }) =>
      !EXAMPLE.test(path) &&
      (tops.has(path.split('/')[0] ?? '') || /\/(?:src|schemas)\//.test(path)) &&
      ![path, join(dirname(file), path), `platform/${path}`].some((one) => exists(normalize(one))),
  );
  expect(lost.map(({ file, line, path }) => `${file}:${line}: ${path}`)).toEqual([]);
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
