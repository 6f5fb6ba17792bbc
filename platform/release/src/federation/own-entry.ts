import type { Plugin } from 'vite';
import { resolveInRoot } from '#src/workspace/root.ts';

/** Placeholder in the entry's source for the result of {@link eagerShares}, which is known once chunks exist. */
const EAGER = '__TALLER_EAGER_SHARES__';
const EAGER_LITERAL = new RegExp(`["'\`]${EAGER}["'\`]`);

const isEntry = (id: string) => id.includes('virtual:mf-REMOTE_ENTRY_ID');
const isWrapper = (id: string) => id.includes('__loadShare__');

/** Parts of the federation plugin's modules that the rest of its output depends on. */
const STATE_KEY = /__mfResolveGlobalKey = ("[^"]+")/;
const CACHE_KEY = /"canonical":("default:[^"]+")/;
const NAMED_EXPORTS = /export \{ (?<names>__mf_\d+ as [^}]+) \};/;

/**
 * Source of a remote's entry, which only has the container interface (`init`, `get`). `init` stores the shell's
 * singletons where the remote's modules read them, without negotiation, since only the shell provides any.
 *
 * @param exposed module names with the paths of their sources.
 * @param stateKey literal of the global variable through which the plugin's dynamic imports load singletons.
 * @param eager singletons that the modules read while they are evaluated.
 */
export const entrySource = (
  exposed: readonly (readonly [name: string, source: string])[],
  stateKey: string,
  eager: readonly string[] | typeof EAGER = EAGER,
) => `
const { share: taken } = (globalThis.__mf_module_cache__ ??= { share: {}, remote: {} });
const exposed = {
${exposed.map(([name, source]) => `  './${name}': () => import(${JSON.stringify(source)}),`).join('\n')}
};
let scope;
const take = async (name) => {
  const key = 'default:' + name;
  if (key in taken) return;
  const [provider] = Object.values(scope[name] ?? {});
  if (!provider) throw new Error('The shell provides no ' + name);
  taken[key] = (await provider.get())();
};
const takeAll = (names) => Promise.all(names.map(take));
export const init = async (shareScope) => {
  scope = shareScope;
  await takeAll(${JSON.stringify(eager)});
  globalThis[${stateKey}] = { initPromise: Promise.resolve(), loadLazyShares: takeAll };
};
export const get = async (name) => {
  if (!(name in exposed)) throw new Error('There is no module ' + name);
  const module = await exposed[name]();
  return () => module;
};
`;

/**
 * Source of the module that replaces a singleton in a remote. It is evaluated after the entry has received the
 * singleton from the shell.
 *
 * @param exports names in the form \`local as exported\`.
 */
const wrapperSource = (key: string, exports: readonly (readonly [local: string, name: string])[]) => `
const shared = globalThis.__mf_module_cache__.share[${key}];
export default shared.default ?? shared;
export { shared as __moduleExports };
${exports.map(([local, name]) => `const ${local} = shared[${JSON.stringify(name)}];`).join('\n')}
export { ${exports.map(([local, name]) => `${local} as ${name}`).join(', ')} };
`;

interface RenderedChunk {
  facadeModuleId: string | null;
  moduleIds: readonly string[];
  imports: readonly string[];
}

/** Names of the singletons that the exposed modules import before any of their screens is opened. */
function eagerShares(
  chunks: Readonly<Record<string, RenderedChunk>>,
  sources: readonly string[],
  shares: ReadonlyMap<string, string>,
): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string) => {
    const chunk = chunks[file];
    if (!chunk || seen.has(file)) return;
    seen.add(file);
    for (const id of chunk.moduleIds) {
      const name = shares.get(id);
      if (name !== undefined) found.add(name);
    }
    chunk.imports.forEach(visit);
  };
  for (const [file, { facadeModuleId }] of Object.entries(chunks))
    if (facadeModuleId !== null && sources.includes(facadeModuleId)) visit(file);
  return [...found].sort();
}

/**
 * Replaces what the federation plugin generates for a remote's entry and singletons. Its own entry also negotiates
 * versions among hosts and remotes, bridges other bundlers and runs on a runtime of 9 kB in the shell; here the shell
 * alone provides, in one version, and an entry only takes (decision 12).
 *
 * @param name the remote's name.
 * @param modules exposed modules.
 * @param from its folder.
 */
export function ownEntry(name: string, modules: readonly string[], from: string = name): Plugin {
  const sources = modules.map((module) => resolveInRoot(from, 'src/remote', `${module}.tsx`));
  const shares = new Map<string, string>();
  return {
    name: 'taller-own-entry',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      const changed = (what: string) =>
        this.error(`@module-federation/vite has changed: ${id} has no ${what}`);
      if (isEntry(id)) {
        const stateKey = STATE_KEY.exec(code)?.[1] ?? changed('state');
        return {
          code: entrySource(
            modules.map((module, at) => [module, sources[at] ?? '']),
            stateKey,
          ),
          map: null,
        };
      }
      if (!isWrapper(id)) return null;
      const key = CACHE_KEY.exec(code)?.[1] ?? changed('key');
      shares.set(id, (JSON.parse(key) as string).replace('default:', ''));
      const named = NAMED_EXPORTS.exec(code)?.groups?.names ?? '';
      const exports = Array.from(
        named.matchAll(/(?<local>__mf_\d+) as (?<name>[^,\s]+)/g),
        ({ groups }) => [groups?.local ?? '', groups?.name ?? ''] as const,
      );
      return { code: wrapperSource(key, exports), map: null };
    },
    renderChunk(code, chunk, _, { chunks }) {
      if (!chunk.moduleIds.some(isEntry)) return null;
      if (!EAGER_LITERAL.test(code)) this.error(`${name}: its entry has no place for its singletons`);
      const eager = JSON.stringify(eagerShares(chunks, sources, shares));
      return { code: code.replace(EAGER_LITERAL, eager), map: null };
    },
  };
}
