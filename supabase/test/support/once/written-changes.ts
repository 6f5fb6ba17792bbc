import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DATA = join(import.meta.dirname, '../../../../shared/src/data');

/** What a piece of source does that may change something; `writing` are the database functions that are not only readers. */
function isChange(source: string, writing: readonly string[]): boolean {
  if (/\buse(?:Once|Factor)?Mutation[<(]/.test(source)) return true;
  if (/\.(?:insert|update|upsert|delete)\(|functions\.invoke|auth\.(?:signUp|mfa\.(?!list))/.test(source))
    return true;
  return [...source.matchAll(/\.rpc\(\s*'(\w+)'/g)].some(([, name]) => writing.includes(name ?? ''));
}

/** Every exported function of the data layer, read from its source, that changes something. */
export function writtenChanges(writing: readonly string[]): string[] {
  return globSync('**/*.ts', { cwd: DATA })
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('once/'))
    .flatMap((file) =>
      readFileSync(join(DATA, file), 'utf8').split(/^(?=export |async function |function |const )/m),
    )
    .filter((piece) => isChange(piece, writing))
    .flatMap((piece) => /^export (?:async )?(?:function|const) (\w+)/.exec(piece)?.[1] ?? [])
    .toSorted();
}
