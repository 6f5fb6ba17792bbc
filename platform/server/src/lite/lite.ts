import { originalEmitWarning } from './keep-emit-warning.ts';
import { App, SmtpEmailDriver, type ServerOptions } from '@supabase/lite';
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';

// The package replaces process.emitWarning with a function that throws if Node warns with an Error instead of a string.
process.emitWarning = originalEmitWarning;

export { App, createPostgresConnection, SmtpEmailDriver };
export type { PostgresConnection, ServerOptions };
