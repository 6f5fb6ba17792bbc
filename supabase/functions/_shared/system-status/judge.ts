import type {
  JobFacts,
  StatusFacts,
  StatusLevel,
  StatusPart,
  StatusPartName,
  StatusReason,
} from '../../../../shared/src/system-status/system-status.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GB = 1_000_000_000;
/** A backup a day, plus a day of tolerance. */
const BACKUP_MS = 2 * DAY;
const RESTORE_TEST_MS = 35 * DAY;
/** PostgreSQL stops when the disk is full; a backup needs as much space as the data. */
const DISK_FULL = 0.5 * GB;
const DISK_LOW = 5 * GB;
const DISK_LOW_SHARE = 0.1;
const STUCK_MS = HOUR / 2;
/** The provider is asked again by itself, each time later. */
const DOCUMENT_MS = 2 * HOUR;
const RETENTION_MS = 26 * HOUR;

type Verdict = readonly [StatusLevel, StatusReason];
const OK: Verdict = ['ok', 'ok'];
const NOT_HERE: Verdict = ['unknown', 'not-here'];

const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0);
/** Age in ms; infinite for something that never happened. */
const age = (value: unknown, now: Date) =>
  typeof value === 'string' ? now.getTime() - Date.parse(value) : Infinity;

const JUDGES: Readonly<Record<StatusPartName, (facts: StatusFacts, now: Date) => Verdict>> = {
  database: ({ connections, max_connections, checksums, checksum_failures }) => {
    if (numberOf(checksum_failures) > 0) return ['failure', 'checksum-failures'];
    if (numberOf(connections) > numberOf(max_connections) * 0.8) return ['attention', 'connections-high'];
    return checksums === true ? OK : ['attention', 'checksums-off'];
  },
  disk: ({ free, total }) => {
    if (typeof free !== 'number') return NOT_HERE;
    if (free < DISK_FULL) return ['failure', 'disk-full'];
    return free < Math.min(DISK_LOW, numberOf(total) * DISK_LOW_SHARE) ? ['attention', 'disk-low'] : OK;
  },
  backups: ({ backup_at, backup_failed, test_at, test_failed, hosted }, now) => {
    if (backup_failed === true) return ['failure', 'backup-failed'];
    if (!backup_at) return hosted === true ? NOT_HERE : ['failure', 'no-backup'];
    if (age(backup_at, now) > BACKUP_MS) return ['failure', 'backup-old'];
    if (test_failed === true) return ['failure', 'test-failed'];
    return age(test_at, now) > RESTORE_TEST_MS ? ['attention', 'test-missing'] : OK;
  },
  records: ({ fault, oldest_at }, now) => {
    if (typeof fault === 'string') return ['failure', 'records-broken'];
    return typeof oldest_at === 'string' && age(oldest_at, now) > STUCK_MS
      ? ['attention', 'records-waiting']
      : OK;
  },
  messages: ({ queued, failed, overdue_at, configured }, now) => {
    if (configured !== true)
      return numberOf(queued) > 0 ? ['attention', 'not-configured'] : ['unknown', 'not-configured'];
    if (typeof overdue_at === 'string' && age(overdue_at, now) > STUCK_MS)
      return ['failure', 'messages-stuck'];
    return numberOf(failed) > 0 ? ['attention', 'messages-failed'] : OK;
  },
  documents: ({ rejected, oldest_at, overdue_at }, now) => {
    if (numberOf(rejected) > 0) return ['attention', 'documents-rejected'];
    if (typeof overdue_at === 'string' && age(overdue_at, now) > STUCK_MS)
      return ['failure', 'documents-stuck'];
    if (typeof oldest_at === 'string' && age(oldest_at, now) > DOCUMENT_MS)
      return ['attention', 'documents-waiting'];
    return OK;
  },
  mail: ({ hosted, configured, simulated, delivered_at, failed_at, failure, confirmed_at }, now) => {
    if (hosted === true) return typeof confirmed_at === 'string' ? OK : ['unknown', 'mail-unknown'];
    if (configured !== true) return ['attention', 'mail-not-set-up'];
    if (simulated === true) return OK;
    if (age(failed_at, now) < age(delivered_at, now))
      // A server that takes the shop's mails may refuse one address.
      return [failure === 'refused' ? 'attention' : 'failure', 'mail-failing'];
    return typeof delivered_at === 'string' ? OK : ['unknown', 'mail-never'];
  },
  jobs: ({ jobs }, now) => {
    const all = typeof jobs === 'object' && jobs !== null ? Object.values(jobs) : [];
    if (all.length === 0) return NOT_HERE;
    if (all.some(({ failures }) => numberOf(failures) > 0)) return ['attention', 'jobs-failing'];
    const isLate = ({ at, late }: JobFacts) =>
      late ?? (typeof at === 'string' && age(at, now) > RETENTION_MS);
    return all.some(isLate) ? ['attention', 'jobs-late'] : OK;
  },
  realtime: ({ subscribers }) => (typeof subscribers === 'number' ? OK : NOT_HERE),
  retention: ({ last_run_at, up_since }, now) => {
    if (age(last_run_at, now) <= RETENTION_MS) return OK;
    // A newly installed server has not had time for it yet.
    return up_since !== undefined && age(up_since, now) < 2 * HOUR ? OK : ['attention', 'retention-late'];
  },
  remotes: ({ remotes, missing, behind_since }) => {
    if (remotes === undefined) return NOT_HERE;
    if (numberOf(missing) > 0) return ['failure', 'remotes-missing'];
    return typeof behind_since === 'string' ? ['attention', 'site-behind'] : OK;
  },
  functions: ({ missing }) =>
    typeof missing === 'string' && missing !== '' ? ['failure', 'functions-missing'] : OK,
  version: ({ migration, made_for }) => {
    if (typeof made_for !== 'string' || migration === made_for) return OK;
    // A project without the function that tells it has older ones.
    return typeof migration === 'string' && migration > made_for
      ? ['failure', 'database-newer']
      : ['failure', 'database-older'];
  },
};

/** A part's level and its cause. `null`: unavailable. */
export function judge(name: StatusPartName, facts: StatusFacts | null, now: Date): StatusPart {
  if (facts === null) return { name, level: 'failure', reason: 'no-answer', facts: {} };
  const [level, reason] = JUDGES[name](facts, now);
  return { name, level, reason, facts };
}
