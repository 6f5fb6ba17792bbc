import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

const LONGEST = 120;
const COMMENT = /^\s*(?:\/\/|\/\*|\*)/;
/** Rows of tables and lines of code in documents, and directives of the linter, cannot be wrapped. */
const UNWRAPPABLE = /^\s*(?:\||```)|oxlint-|^\s*\S+$/;

const tracked = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '-z', ...patterns], { cwd: inRoot(), encoding: 'utf8' })
    .split('\0')
    .filter((file) => file && !file.startsWith('e2e/fixtures/'));

/** `file:line` of each line that is longer than the limit. */
function tooLong(files: readonly string[], counts: (line: string) => boolean): string[] {
  return files.flatMap((file) =>
    readFileSync(inRoot(file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        line.length > LONGEST && counts(line) && !UNWRAPPABLE.test(line) ? [`${file}:${index + 1}`] : [],
      ),
  );
}

test('TEST-36 comments have at most 120 characters a line', () => {
  const sources = tracked('*.ts', '*.tsx', '*.mjs', '*.css').filter((file) => !file.endsWith('.types.ts'));
  expect(sources.length).toBeGreaterThan(500);
  expect(tooLong(sources, (line) => COMMENT.test(line))).toEqual([]);
});

test('TEST-36 documents have at most 120 characters a line', () => {
  const documents = tracked('*.md');
  expect(documents.length).toBeGreaterThan(30);
  expect(tooLong(documents, () => true)).toEqual([]);
});

test('CFG-07 the name of the demo shop stands in its data, in tests and in documents only', () => {
  const elsewhere = tracked(
    '*.ts',
    '*.tsx',
    '*.mjs',
    '*.css',
    '*.html',
    '*.svg',
    '*.json',
    '*.sql',
    '*.toml',
  ).filter((file) => !/^(?:e2e|bench|supabase\/(?:seed|test))\/|\.test\.tsx?$|\/testing\//.test(file));
  expect(elsewhere.filter((file) => /barlovento/i.test(readFileSync(inRoot(file), 'utf8')))).toEqual([]);
});
