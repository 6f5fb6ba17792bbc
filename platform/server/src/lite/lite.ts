import { originalEmitWarning } from './keep-emit-warning.ts';
import { App, setExperimental, SmtpEmailDriver, type ServerOptions } from '@supabase/lite';
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';

// The package replaces process.emitWarning with a function that throws if Node warns with an Error instead of a string.
process.emitWarning = originalEmitWarning;

// The first app that begins prints, in English, what is experimental: this one is before the Storage API is, and ends.
void new App({ connection: {} as PostgresConnection }).init().catch(() => undefined);
setExperimental('storage', true);

export { App, createPostgresConnection, SmtpEmailDriver };
export type { PostgresConnection, ServerOptions };
/** The store of the buckets' objects. */
export type StorageAdapter = NonNullable<App['_storageAdapter']>;
