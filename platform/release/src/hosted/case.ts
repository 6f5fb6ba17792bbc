import type { Caller, Request } from './target.ts';

/** A request and the answer that Supabase gives. */
export interface Case extends Request {
  as: Caller;
  /** Status and code, e.g. `404 PGRST205`; the status alone where there is no code. */
  answer: string;
  /** The answer's header Content-Range, where it matters. */
  range?: string;
  /** Maximum number of attempts until this is the answer; 1 by default. */
  times?: number;
  /** The embedded server's answer if it differs, and the reason. */
  embedded?: { answer: string; why: string };
}

/** An id that no row has. */
export const NO_SUCH_ID = '00000000-0000-4000-8000-000000000000';
