import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import type { DatedRecord, KnownPaper } from '@taller/shared/orders/records/paper.ts';
import { paperCheckQuery } from '@taller/shared/orders/records/paper-queries.ts';
import { useQuery } from '@taller/shared/query';
import { useParams } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { LinkContents, LinkPage } from '#src/components/link-page.tsx';
import sheet from '#src/components/sheet.module.css';
import { AskByPhone } from '#src/components/shop-phone.tsx';
import { SealedContents } from './sealed-contents.tsx';
import { verificationTexts as texts } from './texts.ts';
import styles from './verification.module.css';

/** /verificar/:code, which says whether a printed slip agrees with its sealed record (REC-68). */
export function VerificationPage() {
  const { code = '' } = useParams();
  return (
    <LinkPage>
      <Verification code={code} />
    </LinkPage>
  );
}

function Verification({ code }: { code: string }) {
  const query = useQuery(paperCheckQuery(code));
  return (
    <LinkContents query={query} texts={texts}>
      {(paper) => ('kind' in paper ? <Known code={code} paper={paper} /> : <Unknown state={paper.state} />)}
    </LinkContents>
  );
}

const Unknown = ({ state }: { state: 'unknown' | 'unreadable' }) => (
  <article className={sheet.sheet}>
    <h1 className={sheet.title}>{texts.title[state]}</h1>
    <Banner tone={state === 'unknown' ? 'warning' : 'danger'}>{texts.lead[state]}</Banner>
    <AskByPhone className={sheet.help} text={texts.question} />
  </article>
);

const TONES = {
  agrees: 'success',
  corrected: 'warning',
  newer: 'warning',
  differs: 'danger',
  damaged: 'danger',
} as const;

/** The state of a slip: if it agrees, whether its record is the newest one, and whether it is a correction. */
function stateOf({ state, kind, later }: KnownPaper): keyof typeof TONES {
  if (state !== 'agrees') return state;
  if (later.length > 0) return 'newer';
  return kind.startsWith('corrected_') ? 'corrected' : 'agrees';
}

/** The parts that a correction changed: 'equipo, total'. */
const partsOf = (changed: DatedRecord['changed']): string =>
  [...new Set(changed?.map((key) => texts.parts[key] ?? key))].join(', ');

function Known({ code, paper }: { code: string; paper: KnownPaper }) {
  const state = stateOf(paper);
  const changed = partsOf(paper.changed);
  const facts = [
    { term: texts.kind, value: texts.kinds[paper.kind] },
    ...(changed ? [{ term: texts.changed, value: changed }] : []),
    { term: texts.at, value: formatDateTime(paper.at) },
    {
      term: texts.sealedAt,
      value: paper.sealed_at === null ? texts.waiting : formatDateTime(paper.sealed_at),
    },
    ...(paper.checked_at === null
      ? []
      : [{ term: texts.checkedAt, value: formatDateTime(paper.checked_at) }]),
  ];
  return (
    <article className={sheet.sheet}>
      <p className={sheet.eyebrow}>{texts.order(formatOrderNumber(paper.number))}</p>
      <h1 className={sheet.title}>{texts.title[state]}</h1>
      <Banner tone={TONES[state]}>{texts.lead[state](formatDateTime(paper.at))}</Banner>
      <DefinitionList items={facts} />
      {paper.later.length > 0 && <Later records={paper.later} />}
      {paper.is_erased && <p>{texts.erased}</p>}
      {!paper.is_erased && (paper.has_phone ? <SealedContents code={code} /> : <p>{texts.noPhone}</p>)}
      <AskByPhone className={sheet.help} text={texts.question} />
    </article>
  );
}

/** The later records of the order. */
const Later = ({ records }: { records: readonly DatedRecord[] }) => (
  <section className={styles.section}>
    <h2>{texts.later}</h2>
    <ul className={styles.later}>
      {records.map(({ kind, at, changed }, place) => (
        // Records that one change sealed share their kind and time.
        // oxlint-disable-next-line react/no-array-index-key -- records only follow.
        <li key={`${kind} ${at} ${place}`}>
          <span>{[texts.kinds[kind], partsOf(changed)].filter(Boolean).join(': ')}</span>
          <time dateTime={at}>{formatDateTime(at)}</time>
        </li>
      ))}
    </ul>
  </section>
);
