import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** Who asks, as far as the log tells: never which person. */
export type LoggedRole = 'anon' | 'authenticated' | 'service_role';

/** What is noted of the request being answered. */
export interface RequestRecord {
  readonly id: string;
  role?: LoggedRole;
  /** SQLSTATE of the database's refusal. */
  code?: string;
  /** What packages printed meanwhile. */
  trouble?: string;
}

const storage = new AsyncLocalStorage<RequestRecord>();

/** What proxies make (nginx: 32 hexadecimal digits; a UUID). Anything else could be somebody's name or number. */
const GIVEN_ID = /^(?:[0-9a-f]{16,32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The id that a proxy gave the request, or a new one, short enough to be read out on the phone. */
export function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && GIVEN_ID.test(given) ? given : randomBytes(6).toString('hex');
}

/** Does the work of one request; whatever it causes finds `record`. */
export const withRequest = <T>(record: RequestRecord, work: () => T): T => storage.run(record, work);

/** The record of the request being answered, if any. */
export const currentRequest = (): RequestRecord | undefined => storage.getStore();

/** Notes who asks. */
export function noteRole(role: LoggedRole): void {
  const record = storage.getStore();
  if (record) record.role = role;
}

/** Notes what the database refused the request with. */
export function noteCode(code: string): void {
  const record = storage.getStore();
  if (record) record.code = code;
}

/** The name of the request's session in PostgreSQL's list and log. */
export const sessionName = (): string => `taller ${storage.getStore()?.id ?? ''}`.trim();

/** The words that let somebody name a failed request to the shop. Empty outside of one. */
export function requestCode(): string {
  const id = storage.getStore()?.id;
  return id === undefined ? '' : ` (código ${id})`;
}
