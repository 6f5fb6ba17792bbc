/**
 * Programs for work on hosted projects, pinned only here. At 230 MB they are too large for every installation: npx
 * downloads them for the tasks and tests that use them, and keeps them in npm's cache.
 */
export const PROGRAMS = { supabase: 'supabase@3.1.0', deno: 'deno@2.9.6' };

/** Disables telemetry and update checks. */
export const QUIETLY = { DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1', DENO_NO_UPDATE_CHECK: '1' };
