import { originalEmitWarning } from './keep-emit-warning.ts';
import { App, SmtpEmailDriver, type ServerOptions } from '@supabase/lite';
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';

// The package replaces process.emitWarning by a function that throws when Node warns with an Error instead of a text.
process.emitWarning = originalEmitWarning;

export { App, createPostgresConnection, SmtpEmailDriver };
export type { PostgresConnection, ServerOptions };
