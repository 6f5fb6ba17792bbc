import type { Caller, Request } from './target.ts';

/** A request and what Supabase answers to it. */
export interface Case extends Request {
  as: Caller;
  /** Status and code, e.g. `404 PGRST205`; the status alone where there is no code. */
  answer: string;
  /** The header Content-Range of it, where it matters. */
  range?: string;
  /** How often it is asked at most, until this is the answer; once if it is not said. */
  times?: number;
  /** What the embedded server answers instead, and why. */
  embedded?: { answer: string; why: string };
}

/** The id of no row. */
export const NO_SUCH_ID = '00000000-0000-4000-8000-000000000000';
