import { expect, test } from 'vitest';
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
  [`import { Button } from '@taller/shared/ui/button.tsx';`, {}],
  [
    `import { a } from './a.ts';\nimport { Link } from '@taller/shared/runtime';\nimport { Link as L, useParams } from '@taller/shared/runtime';`,
    { '@taller/shared/runtime': ['Link', 'Link', 'useParams'] },
  ],
])('SHELL-08 names used in %j', (code, names) => {
  expect(Object.fromEntries(usedNames(code))).toEqual(names);
});
