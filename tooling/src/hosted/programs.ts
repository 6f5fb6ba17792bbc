/**
 * Programs for work on hosted projects, pinned here alone. At 230 MB together they are too large for everybody's
 * installation: npx downloads them for the tasks and tests that use them, and keeps them in npm's cache.
 */
export const PROGRAMS = { supabase: 'supabase@3.1.0', deno: 'deno@2.9.6' };

/** Neither reports its use or looks for newer versions. */
export const QUIETLY = { DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1', DENO_NO_UPDATE_CHECK: '1' };
