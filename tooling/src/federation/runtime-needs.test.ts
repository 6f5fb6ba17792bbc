import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEPRECATIONS } from '@taller/shared/contract/deprecations.ts';
import { inRoot } from '#src/workspace/root.ts';
import { usedNames } from './runtime-needs.ts';

test.each([
  [`import { Link, toast } from '@taller/shared/runtime';`, { '@taller/shared/runtime': ['Link', 'toast'] }],
  [
    `import {\n  useQuery,\n  type QueryKey,\n  useQueries as all,\n} from '@taller/shared/query';`,
    { '@taller/shared/query': ['useQuery', 'useQueries'] },
  ],
  [`import type { CurrentUser } from '@taller/shared/runtime';`, {}],
  [`import * as runtime from '@taller/shared/runtime';`, { '@taller/shared/runtime': ['*'] }],
  [`export { toast } from '@taller/shared/runtime';`, { '@taller/shared/runtime': ['toast'] }],
  [`import runtime from '@taller/shared/runtime';`, { '@taller/shared/runtime': ['*'] }],
  [`export * from '@taller/shared/query';`, { '@taller/shared/query': ['*'] }],
  [`const runtime = await import('@taller/shared/runtime');`, { '@taller/shared/runtime': ['*'] }],
  [
    `const f = () => 1; import { toast as t } from "@taller/shared/runtime"`,
    { '@taller/shared/runtime': ['toast'] },
  ],
  [
    `import { PATHS } from '@taller/shared/contract/paths.ts';`,
    { '@taller/shared/contract/paths.ts': ['PATHS'] },
  ],
  [
    `// import { toast } from '@taller/shared/runtime';\n/* import { Link } from '@taller/shared/runtime'; */`,
    {},
  ],
  ['const text = `\nimport { toast } from "@taller/shared/runtime";\n`;', {}],
  [`import { Button } from '@taller/shared/ui/button.tsx';`, {}],
  [
    `import { a } from './a.ts';\nimport { Link } from '@taller/shared/runtime';\nimport { Link as L, useParams } from '@taller/shared/runtime';`,
    { '@taller/shared/runtime': ['Link', 'Link', 'useParams'] },
  ],
])('SHELL-08 names used in %j', (code, names) => {
  expect(Object.fromEntries(usedNames(code, 'a.tsx'))).toEqual(names);
});

test('SHELL-75 shared uses no deprecated name: a team could not stop using it', () => {
  const files = globSync('shared/src/**/*.{ts,tsx}', { cwd: inRoot() }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
  const used = files.flatMap((file) =>
    [...usedNames(readFileSync(inRoot(file), 'utf8'), file)].flatMap(([module, names]) =>
      names.map((name) => `${name} ${module}`),
    ),
  );
  expect(used).toContain('Link @taller/shared/runtime');
  const deprecated = DEPRECATIONS.map(({ module, name }) => `${name} ${module}`);
  expect(used.filter((name) => deprecated.includes(name))).toEqual([]);
});
