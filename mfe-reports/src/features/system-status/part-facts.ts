import { formatDateTime } from '@taller/shared/values/dates.ts';
import type {
  JobFacts,
  StatusFact,
  StatusFacts,
  StatusPart,
} from '@taller/shared/system-status/system-status.ts';
import type { Definition } from '@taller/shared/ui/definition-list.tsx';
import { statusTexts } from '#src/features/system-status/texts.ts';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `23,4 MB`: decimal units, as for disks. */
function formatBytes(value: StatusFact): string {
  if (typeof value !== 'number') return '—';
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(value, 1)) / 3), 0), UNITS.length - 1);
  const figure = (value / 1000 ** power).toLocaleString('es-CL', { maximumFractionDigits: 1 });
  return `${figure}\u00A0${UNITS[power]}`;
}

const { facts: texts } = statusTexts;

const time = (value: StatusFact, otherwise: string = texts.never) =>
  typeof value === 'string' ? formatDateTime(value) : otherwise;
const count = (value: StatusFact) => (typeof value === 'number' ? value.toLocaleString('es-CL') : '—');
const word = (value: StatusFact) => (typeof value === 'string' ? value : '—');
const entriesOf = (value: StatusFact): [string, JobFacts][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** The last run of a job and the number of its failures, in words. */
function jobText({ at, failures = 0 }: JobFacts): string {
  const last = time(at, texts.notYet);
  return failures > 0 ? `${last} · ${texts.failures(failures)}` : last;
}

/** The number of parts that can be loaded, and the names of the others. 'Versiones' has their builds. */
function remoteFacts(facts: StatusFacts): Definition[] {
  const remotes = entriesOf(facts.remotes);
  const missing = remotes.filter(([, { failures = 0 }]) => failures > 0);
  return [
    { term: texts.opening, value: texts.of(count(remotes.length - missing.length), count(remotes.length)) },
    ...missing.map(([remote]) => ({ term: remote, value: texts.missing })),
  ];
}

/** Whether anything leaves: a simulator shows what it is given, and is configured too. */
const wayOut = ({ simulated, configured }: StatusFacts, simulator: string): string =>
  simulated === true ? simulator : configured === true ? texts.yes : texts.no;

/** A hosted project sends its mails itself, so that only the times from its accounts are known. */
function mailFacts(facts: StatusFacts): Definition[] {
  if (facts.hosted === true)
    return [
      { term: texts.lastConfirmed, value: time(facts.confirmed_at) },
      { term: texts.lastAsked, value: time(facts.asked_at) },
    ];
  const way = wayOut(facts, texts.mailsSimulated);
  const why = statusTexts.mailFailures[word(facts.failure)];
  return [
    { term: texts.mail, value: way },
    ...(facts.simulated === true ? [] : [{ term: texts.lastSent, value: time(facts.delivered_at) }]),
    ...(facts.failed_at
      ? [{ term: texts.lastFailed, value: [time(facts.failed_at), why].filter(Boolean).join(' · ') }]
      : []),
  ];
}

/** Details of the database for the person who installs the site. */
export const databaseFacts = ({ facts }: StatusPart): Definition[] => [
  { term: texts.connections, value: texts.of(count(facts.connections), count(facts.max_connections)) },
  { term: texts.version, value: word(facts.version) },
  { term: texts.checksums, value: facts.checksums === true ? texts.on : texts.off },
];

/** The facts on a part's card. Unknown ones are omitted. */
export function factsOf({ name, reason, facts }: StatusPart): Definition[] {
  if (reason === 'no-answer' || (reason === 'not-here' && name !== 'backups')) return [];
  switch (name) {
    case 'database':
      return [{ term: texts.size, value: formatBytes(facts.bytes) }];
    case 'disk':
      return [{ term: texts.free, value: texts.of(formatBytes(facts.free), formatBytes(facts.total)) }];
    case 'backups':
      return [
        { term: texts.lastBackup, value: time(facts.backup_at, texts.none) },
        { term: texts.lastTest, value: time(facts.test_at) },
      ];
    case 'records':
      return [
        { term: texts.records, value: count(facts.records) },
        { term: texts.waiting, value: count(facts.waiting) },
        { term: texts.checked, value: time(facts.checked_at, texts.notYet) },
        ...(facts.fault
          ? [{ term: texts.firstBroken, value: texts.broken(count(facts.fault_seq), word(facts.fault)) }]
          : []),
      ];
    case 'messages':
      return [
        { term: texts.configured, value: wayOut(facts, texts.messagesSimulated) },
        { term: texts.queued, value: count(facts.queued) },
        { term: texts.failed, value: count(facts.failed) },
        { term: texts.oldest, value: time(facts.oldest_at, '—') },
      ];
    case 'documents':
      return [
        { term: texts.electronic, value: facts.electronic === true ? texts.yes : texts.byHand },
        { term: texts.queued, value: count(facts.queued) },
        { term: texts.rejected, value: count(facts.rejected) },
        { term: texts.oldest, value: time(facts.oldest_at, '—') },
      ];
    case 'mail':
      return mailFacts(facts);
    case 'jobs':
      return entriesOf(facts.jobs).map(([job, run]) => ({
        term: statusTexts.jobs[job] ?? job,
        value: jobText(run),
      }));
    case 'realtime':
      return [
        { term: texts.subscribers, value: count(facts.subscribers) },
        { term: texts.lastEvent, value: time(facts.last_event_at, texts.noneYet) },
      ];
    case 'retention':
      return [
        { term: texts.lastRun, value: time(facts.last_run_at, texts.notYet) },
        { term: texts.removed, value: count(facts.removed) },
      ];
    case 'remotes':
      return remoteFacts(facts);
    case 'functions':
      return facts.missing ? [{ term: texts.notDeployed, value: word(facts.missing) }] : [];
    case 'version':
      return [
        { term: texts.commit, value: word(facts.commit) },
        ...(facts.migration ? [{ term: texts.migration, value: word(facts.migration) }] : []),
        // A hosted project has neither.
        ...(facts.node === undefined ? [] : [{ term: texts.node, value: word(facts.node) }]),
        ...(facts.up_since === undefined ? [] : [{ term: texts.up, value: time(facts.up_since, '—') }]),
      ];
    default:
      return name satisfies never;
  }
}
