import { afterEach, beforeEach, expect, test } from 'vitest';
import { entrySource } from './own-entry.ts';

interface Container {
  init: (scope: object) => Promise<void>;
  get: (name: string) => Promise<() => Record<string, unknown>>;
}

const globals = globalThis as unknown as {
  __mf_module_cache__?: { share: Record<string, unknown> };
  testState?: { initPromise: Promise<void>; loadLazyShares: (names: string[]) => Promise<unknown> };
};
const clear = () => {
  delete globals.__mf_module_cache__;
  delete globals.testState;
};
beforeEach(clear);
afterEach(clear);

const moduleOf = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;

/** An entry that takes `react` at once, with a module that reads it while it is evaluated. */
const open = async (): Promise<Container> => {
  const reading = `export const version = globalThis.__mf_module_cache__.share['default:react'].version;`;
  const source = entrySource([['routes', moduleOf(reading)]], '"testState"', ['react']);
  return (await import(moduleOf(`${source}// ${crypto.randomUUID()}`))) as Container;
};

/** A scope of one singleton, with the number of times that it was taken. */
function provided(name: string, module: object) {
  const asked = { times: 0 };
  const get = async () => {
    asked.times += 1;
    return () => module;
  };
  return { asked, scope: { [name]: { '1.0.0': { get } } } };
}

test('SHELL-89 an entry loads the singletons that its modules read at once, and the rest when a screen needs them', async () => {
  const [react, query] = [provided('react', { version: 19 }), provided('query', { version: 5 })];
  const { init, get } = await open();
  await init({ ...react.scope, ...query.scope });
  expect((await get('./routes'))()).toMatchObject({ version: 19 });
  expect([react.asked.times, query.asked.times]).toEqual([1, 0]);
  await globals.testState?.initPromise;
  await globals.testState?.loadLazyShares(['query', 'react']);
  expect(globals.__mf_module_cache__?.share).toEqual({
    'default:react': { version: 19 },
    'default:query': { version: 5 },
  });
  expect([react.asked.times, query.asked.times]).toEqual([1, 1]);
});

test('SHELL-89 the next remote of a page gets the same module', async () => {
  const { scope } = provided('react', { version: 19 });
  await (await open()).init(scope);
  const next = await open();
  await next.init(provided('react', { version: 20 }).scope);
  expect((await next.get('./routes'))()).toMatchObject({ version: 19 });
});

test('SHELL-89 an error names the singleton that the shell lacks, and the module that does not exist', async () => {
  const entry = await open();
  await expect(entry.init({})).rejects.toThrow('The shell provides no react');
  await entry.init(provided('react', {}).scope);
  await expect(entry.get('./gone')).rejects.toThrow('There is no module ./gone');
});
