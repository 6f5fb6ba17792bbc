import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** The kind of caller; the log never identifies the person. */
export type LoggedRole = 'anon' | 'authenticated' | 'service_role';

/** Log context of the current request. */
export interface RequestRecord {
  readonly id: string;
  role?: LoggedRole;
  /** SQLSTATE of the database error. */
  code?: string;
  /** Console output of packages during the request. */
  trouble?: string;
}

const storage = new AsyncLocalStorage<RequestRecord>();

/**
 * Request ids made by proxies (nginx: 32 hexadecimal digits; a UUID). Anything else could be a person's name or number.
 */
const GIVEN_ID = /^(?:[0-9a-f]{16,32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The request id from a proxy, or a new one, short enough to be read out on the phone. */
export function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && GIVEN_ID.test(given) ? given : randomBytes(6).toString('hex');
}

/** Runs a request with `record` as its log context. */
export const withRequest = <T>(record: RequestRecord, work: () => T): T => storage.run(record, work);

/** The log context of the current request, if any. */
export const currentRequest = (): RequestRecord | undefined => storage.getStore();

/** Records the kind of caller. */
export function noteRole(role: LoggedRole): void {
  const record = storage.getStore();
  if (record) record.role = role;
}

/** Records the database error of the request. */
export function noteCode(code: string): void {
  const record = storage.getStore();
  if (record) record.code = code;
}

/** The request's application_name in PostgreSQL. */
export const sessionName = (): string => `taller ${storage.getStore()?.id ?? ''}`.trim();

/** Text with the request id, so that a user can report the failure to the shop. Empty outside of a request. */
export function requestCode(): string {
  const id = storage.getStore()?.id;
  return id === undefined ? '' : ` (código ${id})`;
}
