// @vitest-environment jsdom
import * as React from 'react';
import * as ReactDom from 'react-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { REGISTRY_ELEMENT_ID, type Registry, type RegistryRemote } from '@taller/shared/contract/registry.ts';
import { CONTRACT_VERSION } from '@taller/shared/contract/remote-module.ts';
import { PROVIDED, RUNTIME_VERSION, type RuntimeVersion } from '@taller/shared/contract/runtime-version.ts';

/** Log of the entries: each is a separate module that nothing else can access. */
interface Noted {
  /** Names of the entries that ran, with the end of their URLs. */
  ran: string[];
  /** A module that cannot be loaded. */
  broken?: string;
  /** The shared modules passed to the last one. */
  scope?: Record<string, Record<string, { get: () => Promise<() => unknown> | (() => unknown) }>>;
}

let noted: Noted;
/** The site's current registry; null while it is unreachable. */
let published: Registry | null;

beforeEach(() => {
  noted = { ran: [] };
  vi.stubGlobal('noted', noted);
  vi.stubGlobal('__SHARED_VERSION__', '9.9.9');
  vi.stubGlobal('fetch', async () => {
    if (!published) throw new TypeError('Failed to fetch');
    return Response.json(published);
  });
  // The page's modules, reset for each page.
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, '_FEDERATION_RUNTIME_CORE');
  vi.useRealTimers();
  document.head.replaceChildren();
});

const ROUTES = [{ path: '/inventario' }];
const REMOTE = { contract: CONTRACT_VERSION, name: 'mfe-inventory', build: 'aaaaaaaaaa', routes: ROUTES };

/**
 * A remote entry as a data URL: a container that accepts the shared modules and provides its own.
 * @param get how it provides them.
 */
function entryNamed(name: string, get: string, first = ''): string {
  const code = `globalThis.noted.ran.push(['${name}', ...import.meta.url.split('?').slice(1)].join('?'));
    ${first};
    export const init = (scope) => { globalThis.noted.scope = scope; };
    export const get = ${get};
    // ${crypto.randomUUID()}`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
/** An entry that provides a remote. */
const giving = (remote: unknown) => `async () => () => ({ remote: ${JSON.stringify(remote)} })`;
/** An entry that provides a remote unless a step is marked as broken. */
const breakable = `async (module) => {
  if (globalThis.noted.broken === module) throw new Error('chunk gone');
  return () => ({ remote: ${JSON.stringify(REMOTE)} });
}`;

/** The registry entry of a remote with that entry. */
const listed = (entry: string, change: Partial<RegistryRemote> = {}): RegistryRemote => ({
  ...PROVIDED,
  name: 'mfe-inventory',
  entry,
  entryJs: [],
  build: 'aaaaaaaaaa',
  modules: { routes: { js: [], css: [] }, labels: { js: [], css: [] } },
  ...change,
});

const registryOf = (remote: RegistryRemote, release = 'r1'): Registry => ({ release, remotes: [remote] });

/** A page with an inlined registry. */
async function openPage(remote: RegistryRemote) {
  published = registryOf(remote);
  const script = document.createElement('script');
  script.id = REGISTRY_ELEMENT_ID;
  script.type = 'application/json';
  script.textContent = JSON.stringify(published);
  document.head.append(script);
  const { remoteModule } = await import('#src/remotes/load-remote.ts');
  const { partLabel } = await import('#src/remotes/part-build.ts');
  let attempt = -1;
  return {
    partLabel,
    /** Loads a module like a screen, and again like 'Reintentar'. */
    ask: (module = 'routes') => {
      attempt += 1;
      return remoteModule({ kind: 'remote', remote: 'mfe-inventory', module }).start(attempt);
    },
  };
}

/** The result of an attempt; delays between retries are skipped. */
async function outcomeOf(asked: Promise<unknown>): Promise<unknown> {
  let outcome: { value: unknown } | undefined;
  void asked.then(
    (value) => (outcome = { value }),
    (error: unknown) => (outcome = { value: error instanceof Error ? error.message : error }),
  );
  await vi.waitFor(() => expect(outcome).toBeDefined(), 60_000);
  return outcome?.value;
}

describe('SHELL-08 a remote by the registry', () => {
  test('SHELL-08 gives its routes, is run once however often it is asked for, and its build is known', async () => {
    const { ask, partLabel } = await openPage(listed(entryNamed('entry', giving(REMOTE))));
    expect(await outcomeOf(ask())).toEqual(REMOTE);
    expect(await outcomeOf(ask())).toEqual(REMOTE);
    expect(noted.ran).toEqual(['entry']);
    expect(partLabel('mfe-inventory/routes')).toBe('mfe-inventory · aaaaaaa');
  });

  test.each([true, undefined] as const)(
    'SHELL-08 a remote is given the page’s own singletons: no second React, runtime or query cache (plain entry: %s)',
    async (plainEntry) => {
      const { ask } = await openPage(listed(entryNamed('entry', giving(REMOTE)), { plainEntry }));
      await outcomeOf(ask());
      const given = async (name: string, version: string) =>
        (await noted.scope?.[name]?.[version]?.get())?.() as Record<string, unknown>;
      expect(Object.keys(noted.scope ?? {}).sort()).toEqual([
        '@taller/shared/query',
        '@taller/shared/runtime',
        'react',
        'react-dom',
      ]);
      expect((await given('react', React.version)).useState).toBe(React.useState);
      expect((await given('react-dom', ReactDom.version)).createPortal).toBe(ReactDom.createPortal);
      expect(await given('@taller/shared/runtime', '9.9.9')).toBe(await import('@taller/shared/runtime'));
      expect(await given('@taller/shared/query', '9.9.9')).toBe(await import('@taller/shared/query'));
    },
  );

  test.each([
    ['of today’s tools runs without the federation runtime', true, 'undefined'],
    ['of older tools has the federation runtime as soon as it runs', undefined, 'object'],
  ] as const)('SHELL-89 an entry %s', async (_, plainEntry, runtime) => {
    const noting = `globalThis.noted.ran.push(typeof globalThis._FEDERATION_RUNTIME_CORE)`;
    const { ask } = await openPage(listed(entryNamed('entry', giving(REMOTE), noting), { plainEntry }));
    expect(await outcomeOf(ask())).toEqual(REMOTE);
    expect(noted.ran).toEqual(['entry', runtime]);
  });

  test('SHELL-08 another remote, a module without one and a module that is not exposed are refused by name', async () => {
    const { ask } = await openPage(listed(entryNamed('entry', giving({ ...REMOTE, name: 'mfe-reports' }))));
    expect(await outcomeOf(ask())).toBe('mfe-inventory was asked for and mfe-reports came');
    expect(await outcomeOf(ask('widget'))).toBe('mfe-inventory (aaaaaaaaaa) does not expose widget');
    published = registryOf(listed(entryNamed('empty', giving(null)), { build: 'bbbbbbbbbb' }));
    expect(await outcomeOf(ask())).toBe('mfe-inventory (bbbbbbbbbb) exposes no remote');
  });
});

describe('SHELL-08 a build that this shell cannot run', () => {
  const next = `1.${Number(RUNTIME_VERSION.split('.')[1]) + 1}` as RuntimeVersion;

  test.each<[what: string, needs: Partial<RegistryRemote>, said: RegExp]>([
    [
      'another contract',
      { contract: CONTRACT_VERSION + 1 },
      /keeps contract 2, the shell 1: publish it again/,
    ],
    ['a newer runtime', { runtime: next }, /needs runtime 1\.\d+, the shell provides .*publish the site/],
  ])('SHELL-08 %s is refused before a byte of it is requested', async (_what, needs, said) => {
    const { ask } = await openPage(listed(entryNamed('entry', giving(REMOTE)), needs));
    expect(await outcomeOf(ask())).toMatch(said);
    expect(noted.ran).toEqual([]);
    expect(document.querySelectorAll('link')).toHaveLength(0);
  });

  test('SHELL-08 a module that says another contract than the registry is refused as well', async () => {
    const entry = entryNamed('entry', giving({ ...REMOTE, contract: CONTRACT_VERSION + 1 }));
    const { ask } = await openPage(listed(entry));
    expect(await outcomeOf(ask())).toMatch(/^mfe-inventory \(aaaaaaaaaa\) keeps contract 2, the shell 1/);
  });

  test('SHELL-08 the second try uses the newest publication', async () => {
    const older = entryNamed('older', giving(REMOTE));
    const newer = entryNamed('newer', giving({ ...REMOTE, build: 'bbbbbbbbbb' }));
    const { ask } = await openPage(listed(older, { contract: CONTRACT_VERSION + 1 }));
    published = registryOf(listed(newer, { build: 'bbbbbbbbbb' }), 'r2');
    expect(await outcomeOf(ask())).toMatchObject({ build: 'bbbbbbbbbb' });
    expect(noted.ran).toEqual(['newer']);
  });
});

describe('SHELL-08 trying again', () => {
  test('SHELL-08 an entry that threw is run once more under another address, as a browser never runs it again', async () => {
    const entry = entryNamed(
      'entry',
      giving(REMOTE),
      `if (!import.meta.url.includes('?')) throw new Error('half')`,
    );
    const { ask } = await openPage(listed(entry));
    expect(await outcomeOf(ask())).toEqual(REMOTE);
    expect(noted.ran).toEqual(['entry', 'entry?attempt=2']);
  });

  test('SHELL-08 a failure is reported after two tries, and ‘Reintentar’ tries again, whether or not the registry is reachable', async () => {
    const { ask } = await openPage(listed(entryNamed('entry', breakable)));
    noted.broken = './routes';
    published = null;
    expect(await outcomeOf(ask())).toBe('chunk gone');
    delete noted.broken;
    expect(await outcomeOf(ask())).toEqual(REMOTE);
  });

  test('SHELL-08 a remote that does not arrive within ten seconds counts as down; the next attempt asks under another address', async () => {
    const get = `() => import.meta.url.includes('?') ? (${giving(REMOTE)})() : new Promise(() => {})`;
    const { ask } = await openPage(listed(entryNamed('entry', get)));
    const first = ask();
    await vi.waitFor(() => expect(noted.ran).toEqual(['entry']), 60_000);
    vi.advanceTimersByTime(10_000);
    expect(await outcomeOf(first)).toBe('mfe-inventory (aaaaaaaaaa) did not arrive within 10000 ms');
    expect(noted.ran).toEqual(['entry']);
    expect(await outcomeOf(ask())).toEqual(REMOTE);
    expect(noted.ran).toEqual(['entry', 'entry?attempt=2']);
  });

  test('SHELL-08 running remotes keep their build, whatever was published since', async () => {
    const { ask } = await openPage(listed(entryNamed('entry', breakable)));
    await outcomeOf(ask());
    const newer = entryNamed('newer', giving({ ...REMOTE, build: 'bbbbbbbbbb' }));
    published = registryOf(listed(newer, { build: 'bbbbbbbbbb' }), 'r2');
    noted.broken = './labels';
    expect(await outcomeOf(ask('labels'))).toBe('chunk gone');
    delete noted.broken;
    expect(await outcomeOf(ask('labels'))).toMatchObject({ build: 'aaaaaaaaaa' });
    expect(noted.ran).not.toContain('newer');
  });
});
