import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';
import { SUBJECTS } from './layers.ts';

/** Every violation of the data layer's naming conventions. */
const RULES: readonly { what: string; breaks: (name: string, source: string) => boolean }[] = [
  {
    what: 'a mutation is in …-mutation.ts',
    breaks: (name, source) => /\buse(?:Once)?Mutation[<(]/.test(source) && !/-mutations?\.ts$/.test(name),
  },
  {
    what: 'a mutation is use…Mutation',
    breaks: (name, source) =>
      /-mutations?\.ts$/.test(name) &&
      [...source.matchAll(/^export (?:function|const) (use\w+)/gm)].some(
        ([, hook]) => !hook?.endsWith('Mutation'),
      ),
  },
  {
    what: 'a query is in …-query.ts',
    breaks: (name, source) => /\b(?:infiniteQ|q)ueryOptions\(/.test(source) && !name.endsWith('-query.ts'),
  },
  {
    what: 'a query is …Query',
    breaks: (_name, source) =>
      source
        .split(/^(?=export )/m)
        .some(
          (piece) =>
            /\b(?:infiniteQ|q)ueryOptions\(/.test(piece) &&
            !/^export (?:function|const) \w+Query\b/.test(piece) &&
            piece.startsWith('export'),
        ),
  },
  {
    what: 'a key comes from keys.ts',
    breaks: (name, source) =>
      name !== 'keys.ts' && (/\bqueryKey: \[/.test(source) || /\bKeys = \{/.test(source)),
  },
  {
    what: 'realtime is in watch-….ts',
    breaks: (name, source) => /\bfollowTable\(/.test(source) && !name.startsWith('watch-'),
  },
];

const files = SUBJECTS.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: inRoot() })).filter(
  (file) => !/\.test\.tsx?$/.test(file),
);

describe('TEST-14 the data layer in one manner', () => {
  test.each(RULES)('$what', ({ breaks }) => {
    expect(files.filter((file) => breaks(basename(file), readFileSync(inRoot(file), 'utf8')))).toEqual([]);
  });

  test('no screen follows a table by itself', () => {
    const screens = globSync('{mfe-*,shell}/src/**/*.{ts,tsx}', { cwd: inRoot() });
    expect(screens.filter((file) => readFileSync(inRoot(file), 'utf8').includes('followTable('))).toEqual([]);
  });

  test.each([
    ['orders.ts', 'export const useSaveMutation = () => useMutation({});'],
    ['save-mutation.ts', 'export function useSave() { return useOnceMutation({}); }'],
    ['orders.ts', 'export const ordersQuery = () => queryOptions({});'],
    ['orders-query.ts', 'export const orders = () => infiniteQueryOptions({});'],
    ['orders-query.ts', "export const ordersQuery = () => queryOptions({ queryKey: ['orders'] });"],
    ['orders-live.ts', "followTable('service_orders', {});"],
  ])('a file %s that says «%s» is found', (name, source) => {
    expect(RULES.filter(({ breaks }) => breaks(name, source))).toHaveLength(1);
  });
});
