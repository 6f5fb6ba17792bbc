import { globSync, readFileSync } from 'node:fs';
import { GROUPS } from '#src/layers/layers.ts';
import { workspaceOf } from '#src/workspace/workspace-of.ts';
import { inRoot } from '#src/workspace/root.ts';

/** Resolves a name in ARCHITECTURE.md's lists to a folder. @param workspace of the list. */
function folderNamed(name: string, workspace: string): string {
  if (name in GROUPS || name.includes('/src') || name === workspace) return name;
  const [first = ''] = name.split('/');
  if (name === 'gallery') return `${workspace}/${name}`;
  if (!/^(?:shared|shell|platform|supabase|mfe-.+)$/.test(first))
    return folderNamed(`${workspace}/${name}`, workspace);
  if (first === 'supabase' || name === 'platform/release/setup') return name;
  const own = workspaceOf(name);
  return `${own}/src${name.slice(own.length)}`;
}

/** The lists of ARCHITECTURE.md under `## Layers`: `- folders: what it is. Reads folders.` */
export function listsOfArchitecture(): Map<string, string[]> {
  const text = readFileSync(inRoot('ARCHITECTURE.md'), 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith('Layers'));
  const lists = new Map<string, string[]>();
  let workspace = 'shared';
  for (const block of text?.split(/\n(?=- |\n)/) ?? []) {
    workspace = /\*\*([\w/-]+(?:\\\*)?)\*\*/.exec(block)?.[1]?.replace('\\', '') ?? workspace;
    if (!block.startsWith('- ')) continue;
    const colon = block.indexOf(':');
    const codes = (part: string) => [...part.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
    const parts = /: shows\s+parts\s+of\s/.test(block);
    const reads = codes(block.slice(Math.max(colon, block.lastIndexOf('Reads ')))).map((name) =>
      parts ? `mfe-*/src/features/${name}` : folderNamed(name, workspace),
    );
    for (const name of codes(block.slice(0, colon)))
      lists.set(
        folderNamed(name, workspace),
        parts ? [...(lists.get('mfe-*/src/features/*') ?? []), ...reads] : reads,
      );
  }
  return lists;
}

/** Every production source. */
export const SOURCES = globSync('{shared,shell,mfe-*,supabase,platform}/**/*.{ts,tsx}', {
  cwd: inRoot(),
  exclude: [
    '**/node_modules/**',
    '**/dist/**',
    '**/*.test.*',
    '**/testing/**',
    '{supabase,platform/server}/test/**',
  ],
});
