import type { StatusFacts, StatusPartName } from '../../../../shared/src/system-status/system-status.ts';

/** What a host can tell of a part, beside or in place of the database. */
export type HostStatus = Readonly<Partial<Record<StatusPartName, () => Promise<StatusFacts>>>>;
