/** The parts on the 'Estado' page, in order. */
export const STATUS_PARTS = [
  'database',
  'disk',
  'backups',
  'records',
  'messages',
  'documents',
  'mail',
  'jobs',
  'realtime',
  'retention',
  'remotes',
  'functions',
  'version',
] as const;
export type StatusPartName = (typeof STATUS_PARTS)[number];

/** `unknown`: not available in this installation. */
export type StatusLevel = 'ok' | 'attention' | 'failure' | 'unknown';

/** A figure, a time (ISO 8601), or null if unknown. */
export type StatusFact = string | number | boolean | null | undefined | Readonly<Record<string, JobFacts>>;
/** A scheduled job or a remote: when it last ran or was built, and how often it failed. */
export interface JobFacts {
  at?: string | null;
  build?: string;
  failures?: number;
  /** Whether the job has missed its schedule, where the database knows it. */
  late?: boolean;
}
export type StatusFacts = Readonly<Record<string, StatusFact>>;

/** The cause of a level; the page has a sentence for each. */
export type StatusReason =
  | 'ok'
  | 'no-answer'
  | 'not-here'
  | 'checksum-failures'
  | 'connections-high'
  | 'checksums-off'
  | 'disk-full'
  | 'disk-low'
  | 'no-backup'
  | 'backup-failed'
  | 'backup-old'
  | 'test-failed'
  | 'test-missing'
  | 'records-broken'
  | 'records-waiting'
  | 'not-configured'
  | 'messages-stuck'
  | 'messages-failed'
  | 'documents-stuck'
  | 'documents-waiting'
  | 'documents-rejected'
  | 'mail-not-set-up'
  | 'mail-failing'
  | 'mail-never'
  | 'mail-unknown'
  | 'jobs-failing'
  | 'jobs-late'
  | 'retention-late'
  | 'remotes-missing'
  | 'site-behind'
  | 'functions-missing'
  | 'database-older'
  | 'database-newer';

/** A part with its level, determined by the server. */
export interface StatusPart {
  name: StatusPartName;
  level: StatusLevel;
  reason: StatusReason;
  facts: StatusFacts;
}

/** The response of the function system-status. */
export interface SystemStatus {
  /** ISO 8601. */
  at: string;
  parts: StatusPart[];
}
