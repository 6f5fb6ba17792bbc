/**
 * What exists once on a page, whoever imports it. React because of its hooks; `shared/runtime` because it holds the session, the router and the toasts; `shared/query`
 * because it holds the cache. Everything else of shared is bundled where it is used, so that a remote ships its own queries and components without the shell.
 * The shell provides them (shell/src/remotes/federation.ts).
 */
export const NAMES: readonly string[] = [
  'react',
  'react-dom',
  '@taller/shared/runtime',
  '@taller/shared/query',
];

/** A remote takes them from the shell and carries no copy (`import: false`). */
export const taken = () =>
  Object.fromEntries(
    NAMES.map((name) => [name, { singleton: true, requiredVersion: '*', import: false as const }]),
  );

/**
 * Seconds without a module read or parsed after which the federation plugin gives its analysis up. Its own limit, 10 s for the whole analysis, is too short
 * for a busy machine; without any, a build that fails half-way would wait for ever before it says so.
 */
export const PARSE_IDLE_S = 45;
