import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';

/** `caught`: by an error boundary, which shows it. `uncaught`: in an event, a timer or a promise. */
export type FailureKind = 'caught' | 'uncaught';

/** A failure in a browser as the database keeps it (SHELL-42). */
export interface ReportedFailure {
  /** `shell`, or a remote, with its module where that is known. */
  part: string;
  build: string;
  kind: FailureKind;
  /** At most 2,000 characters. */
  error: string;
  /** Positions in scripts, one a line. */
  frames: string;
}

/** Reports failures of this page, ten at most, without who it was. */
export async function reportPartFailures(failures: readonly ReportedFailure[]): Promise<void> {
  const client = await supabase();
  unwrap(
    await client.rpc('report_part_failures', { p_failures: failures.map((failure) => ({ ...failure })) }),
  );
}
