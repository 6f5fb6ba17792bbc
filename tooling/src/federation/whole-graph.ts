import type { Plugin, PluginOption } from 'vite';

const SENTINEL = 'virtual:taller-whole-graph';
const RESOLVED_SENTINEL = `\0${SENTINEL}`;

/** A build in which nothing at all has been parsed for so long waits for something that will not come. */
const IDLE_MS = 30_000;

/** Modules that the federation plugin makes. Some of them wait for the end of its analysis themselves. */
const isFederations = (id: string) => /virtual:mf|__loadShare__|__prebuild__/.test(id);

/** A plugin as the federation package gives it: hooks as functions. */
type Hooks = Plugin & {
  buildStart?: (this: unknown, ...options: unknown[]) => Promise<void>;
  load?: (this: unknown, id: string) => unknown;
};

/**
 * Tells the federation plugin from the very start that the sentinel is being loaded. Otherwise it hears of it only when its load begins, and a machine
 * that is busy for 10 ms before that makes the graph look complete.
 */
function holdOpen(plugin: Plugin): Plugin {
  if (plugin.name !== 'parseStart') return plugin;
  const { buildStart, load } = plugin as Hooks;
  if (!buildStart || !load)
    throw new Error('@module-federation/vite has changed: parseStart lacks its hooks');
  return {
    ...plugin,
    async buildStart(...options: unknown[]) {
      await buildStart.apply(this, options);
      load.call(this, RESOLVED_SENTINEL);
    },
  };
}

/**
 * The federation plugin, and what lets it finish its analysis. It takes the graph for complete when nothing has been parsed for 10 ms, which on a busy
 * machine happens half-way, and what it then writes lacks exports and shares. The sentinel, imported by the first root, arrives only when every
 * module that the others import has been parsed.
 * @param federation what `federation()` gave.
 * @param roots absolute paths of the source files that a build starts from.
 */
export function wholeGraph(federation: readonly PluginOption[], roots: readonly string[]): PluginOption[] {
  const plugins = federation
    .flat()
    .filter((plugin): plugin is Plugin => Boolean(plugin) && 'name' in Object(plugin));
  if (!plugins.some(({ name }) => name === 'parseStart')) {
    throw new Error('@module-federation/vite has changed: it has no plugin parseStart');
  }
  // Ours comes after the federation plugin, which must see this module being loaded.
  return [...plugins.map(holdOpen), sentinelPlugin(roots)];
}

function sentinelPlugin(roots: readonly string[]): Plugin {
  let wanted = new Set<string>();
  let parsed = new Set<string>();
  let arrive: (() => void) | null = null;
  let idle: NodeJS.Timeout | undefined;

  const check = () => {
    clearTimeout(idle);
    for (const id of wanted) {
      if (parsed.has(id)) continue;
      // A module that cannot be resolved never comes: let the bundler go on and say so.
      idle = setTimeout(() => arrive?.(), IDLE_MS);
      return;
    }
    arrive?.();
  };
  return {
    name: 'taller-whole-graph',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      wanted = new Set(roots);
      parsed = new Set();
    },
    resolveId: (source) => (source === SENTINEL ? RESOLVED_SENTINEL : null),
    load(id) {
      if (id !== RESOLVED_SENTINEL) return null;
      return new Promise((resolve) => {
        arrive = () => resolve('export {};');
        check();
      });
    },
    transform: (code, id) =>
      id === roots[0] ? { code: `${code}\nimport '${SENTINEL}';\n`, map: null } : null,
    moduleParsed({ id, importedIds, dynamicallyImportedIds }) {
      parsed.add(id);
      for (const next of [...importedIds, ...dynamicallyImportedIds]) {
        if (next !== RESOLVED_SENTINEL && !isFederations(next)) wanted.add(next);
      }
      check();
    },
    // A build that fails half-way must not wait for what will never come.
    buildEnd() {
      clearTimeout(idle);
      arrive?.();
    },
  };
}
