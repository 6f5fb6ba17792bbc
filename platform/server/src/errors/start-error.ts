import { maskValue } from './mask-value.ts';

/** Why a start failed; one code per cause, so that callers and tests need not parse the Spanish text. */
export type StartErrorCode =
  | 'bad-options'
  | 'started-as-root'
  | 'data-dir-not-writable'
  | 'data-dir-in-use'
  | 'data-dir-other-mode'
  | 'port-taken'
  | 'postgres-missing'
  | 'postgres-init'
  | 'postgres-other-major'
  | 'postgres-start'
  | 'postgres-connect'
  | 'migration-failed'
  | 'migration-changed'
  | 'database-newer'
  | 'database-older'
  | 'seed-failed'
  | 'site-failed'
  | 'backup-failed'
  | 'restore-refused'
  | 'restore-failed';

/** A failure that the operator can act on. `message` is complete, in Spanish, and safe to print. */
export class StartError extends Error {
  readonly code: StartErrorCode;

  constructor(code: StartErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartError';
    this.code = code;
  }
}

/** The message of anything thrown, for logs, without the value of a database error. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return codeOf(error)?.startsWith('22') ? maskValue(error.message) : error.message;
}

/** The `code` of a Node or PostgreSQL error, or undefined. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
