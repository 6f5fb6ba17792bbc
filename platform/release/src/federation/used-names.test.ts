import { expect, test } from 'vitest';
import { usedNames } from './used-names.ts';

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
