/**
 * Modules that exist once per page. React because of its hooks; `shared/runtime` because it holds the session, the
 * router and the toasts; `shared/query` because it holds the cache. Everything else of shared is bundled where it is
 * used, so that a remote ships its own queries and components without the shell. The shell provides them
 * (shell/src/remotes/federation.ts).
 */
export const NAMES: readonly string[] = [
  'react',
  'react-dom',
  '@taller/shared/runtime',
  '@taller/shared/query',
];

/** A remote uses the shell's and bundles no copy (`import: false`). */
export const taken = () =>
  Object.fromEntries(
    NAMES.map((name) => [name, { singleton: true, requiredVersion: '*', import: false as const }]),
  );

/**
 * Seconds without module activity after which the federation plugin aborts its analysis. Its default, 10 s for the
 * whole analysis, is too short for a busy machine; without a limit, a failing build would never report its error.
 */
export const PARSE_IDLE_S = 45;
