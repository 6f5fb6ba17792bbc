/** `process.emitWarning` before @supabase/lite replaced it; must be imported before that package. */
export const originalEmitWarning = process.emitWarning.bind(process);
