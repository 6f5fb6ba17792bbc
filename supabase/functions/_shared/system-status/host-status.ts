import type { StatusFacts, StatusPartName } from '../../../../shared/src/system-status/system-status.ts';

/** A part's status from the host, in addition to or instead of the database's. */
export type HostStatus = Readonly<Partial<Record<StatusPartName, () => Promise<StatusFacts>>>>;
