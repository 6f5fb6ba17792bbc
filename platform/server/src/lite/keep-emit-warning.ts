/** The original `process.emitWarning`; must be imported before @supabase/lite, which replaces it. */
export const originalEmitWarning = process.emitWarning.bind(process);
