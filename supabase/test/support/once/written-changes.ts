import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SHARED = join(import.meta.dirname, '../../../../shared/src');
/** Folders that are not subjects: idempotency, forms, components, values, hot reload, and the session, tested apart. */
const NO_SUBJECT = ['forms/', 'hot-reload/', 'once/', 'query/', 'runtime/', 'ui/', 'values/'];

/** The operations of a source text that may change something; `writing` are the volatile database functions. */
function isChange(source: string, writing: readonly string[]): boolean {
  if (/\buse(?:Once|Factor)?Mutation[<(]/.test(source)) return true;
  if (/\.(?:insert|update|upsert|delete)\(|functions\.invoke|auth\.(?:signUp|mfa\.(?!list))/.test(source))
    return true;
  return [...source.matchAll(/\.rpc\(\s*'(\w+)'/g)].some(([, name]) => writing.includes(name ?? ''));
}

/** Every exported function of shared's subjects that changes something, found in its source. */
export function writtenChanges(writing: readonly string[]): string[] {
  return globSync('**/*.ts', { cwd: SHARED })
    .filter((file) => !file.endsWith('.test.ts') && !NO_SUBJECT.some((folder) => file.startsWith(folder)))
    .flatMap((file) =>
      readFileSync(join(SHARED, file), 'utf8').split(/^(?=export |async function |function |const )/m),
    )
    .filter((piece) => isChange(piece, writing))
    .flatMap((piece) => /^export (?:async )?(?:function|const) (\w+)/.exec(piece)?.[1] ?? [])
    .toSorted();
}
