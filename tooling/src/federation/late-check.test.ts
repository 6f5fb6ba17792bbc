import { expect, test } from 'vitest';
import { LATE_CHECK } from '@taller/shared/contract/late-check.ts';
import { checkingHelper, lateFiles } from './late-check.ts';

type Preload = (load: () => Promise<string>, files: string[], importer: string) => Promise<string>;

/** The helper, wrapped and run. */
async function wrapped(): Promise<Preload> {
  const code = checkingHelper('export const __vitePreload = (load) => load()') ?? '';
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<
    string,
    Preload
  >;
  const [preload] = Object.values(module);
  if (!preload) throw new Error('It exports nothing');
  return preload;
}

test('SHELL-72 a remote imports later what the shell has checked, and nothing that it refuses', async () => {
  const preload = await wrapped();
  const ran: string[] = [];
  const load = async () => {
    ran.push('ran');
    return 'module';
  };
  const files = ['./a.js', './a.css'];
  const importer = 'https://x/mfe-a/b/entry.js';
  // A shell that has no check.
  expect(await preload(load, files, importer)).toBe('module');
  const asked: unknown[] = [];
  Object.assign(globalThis, {
    [LATE_CHECK]: async (urls: string[]) => {
      asked.push(urls);
      if (asked.length > 1) throw new Error('refused');
    },
  });
  expect(await preload(load, files, importer)).toBe('module');
  await expect(preload(load, files, importer)).rejects.toThrow('refused');
  Reflect.deleteProperty(globalThis, LATE_CHECK);
  expect(asked[0]).toEqual(['https://x/mfe-a/b/a.js', 'https://x/mfe-a/b/a.css']);
  expect(ran).toEqual(['ran', 'ran']);
});

test('SHELL-72 a chunk that imports nothing is among the files of its import; another helper is not taken', () => {
  expect(lateFiles('a.js', [])).toEqual(['a.js']);
  expect(lateFiles('a.js', ['a.js', 'b.js'])).toEqual(['a.js', 'b.js']);
  expect(checkingHelper('export function __vitePreload() {}')).toBeNull();
});
