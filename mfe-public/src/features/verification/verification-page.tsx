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
      {(paper) => (paper.state === 'unknown' ? <Unknown /> : <Known code={code} paper={paper} />)}
    </LinkContents>
  );
}

const Unknown = () => (
  <article className={sheet.sheet}>
    <h1 className={sheet.title}>{texts.title.unknown}</h1>
    <Banner tone="danger">{texts.lead.unknown}</Banner>
    <AskByPhone className={sheet.help} text={texts.question} />
  </article>
);

const TONES = { agrees: 'success', newer: 'warning', differs: 'danger', damaged: 'danger' } as const;

function Known({ code, paper }: { code: string; paper: KnownPaper }) {
  const state = paper.state === 'agrees' && paper.later.length > 0 ? 'newer' : paper.state;
  const facts = [
    { term: texts.kind, value: texts.kinds[paper.kind] },
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

/** What was sealed of the order since. */
const Later = ({ records }: { records: readonly DatedRecord[] }) => (
  <section className={styles.section}>
    <h2>{texts.later}</h2>
    <ul className={styles.later}>
      {records.map(({ kind, at }) => (
        <li key={`${kind} ${at}`}>
          <span>{texts.kinds[kind]}</span>
          <time dateTime={at}>{formatDateTime(at)}</time>
        </li>
      ))}
    </ul>
  </section>
);
