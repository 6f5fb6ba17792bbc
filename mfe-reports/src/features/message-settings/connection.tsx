import { messageEntryTexts } from '@taller/shared/orders/messages/texts.ts';
import { useQuery } from '@taller/shared/query';
import { statusQuery } from '@taller/shared/system-status/status-query.ts';
import type { StatusFact, StatusFacts } from '@taller/shared/system-status/system-status.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { DefinitionList, type Definition } from '@taller/shared/ui/definition-list.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import styles from './message-settings.module.css';
import { messageSettingsTexts } from './texts.ts';

const texts = messageSettingsTexts.connection;

const textOf = (fact: StatusFact) => (typeof fact === 'string' ? fact : '');
const countOf = (fact: StatusFact) => (typeof fact === 'number' ? fact : 0);
const timeOf = (fact: StatusFact, otherwise: string) =>
  typeof fact === 'string' ? formatDateTime(fact) : otherwise;

/** The shop's connection in one sentence. */
function State({ facts }: { facts: StatusFacts }) {
  if (facts.simulated === true)
    return (
      <Banner tone="info">
        <span>{texts.simulated}</span>{' '}
        <a href="/_dev/whatsapp" target="_blank" rel="noopener noreferrer">
          {texts.readSimulated}
        </a>
      </Banner>
    );
  if (facts.configured !== true) return <Banner tone="warning">{texts.unconfigured}</Banner>;
  if (textOf(facts.missing)) return <Banner tone="warning">{texts.incomplete}</Banner>;
  return <Banner tone="success">{texts.connected}</Banner>;
}

function definitionsOf(facts: StatusFacts): Definition[] {
  const missing = textOf(facts.missing);
  const count = countOf(facts.queued).toLocaleString('es-CL');
  const held = countOf(facts.held);
  const failure = textOf(facts.last_failed_at);
  const reason = messageEntryTexts.reason(textOf(facts.last_error_code), textOf(facts.last_error) || null);
  return [
    ...(missing ? [{ term: texts.missing, value: missing, wide: true }] : []),
    { term: texts.lastSent, value: timeOf(facts.last_sent_at, texts.never) },
    { term: texts.webhook, value: timeOf(facts.last_webhook_at, texts.noWebhook) },
    { term: texts.waiting, value: held > 0 ? texts.held(count, held.toLocaleString('es-CL')) : count },
    {
      term: texts.lastFailed,
      value: failure ? texts.failure(formatDateTime(failure), reason) : texts.none,
      wide: true,
    },
  ];
}

/** State of the connection to WhatsApp, missing settings and the last events: the facts of 'Estado' (CFG-59). */
export function Connection() {
  const { data, error, isFetching, refetch } = useQuery(statusQuery());
  const part = data?.parts.find(({ name }) => name === 'messages');
  const isUnknown = !part || part.reason === 'no-answer';
  return (
    <Card title={texts.title}>
      {!data && !error && <Skeleton label={texts.loading} />}
      {(error || data) && isUnknown && (
        <ErrorState
          error={error}
          message={texts.loadFailed}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {part && !isUnknown && (
        <div className={styles.section}>
          <State facts={part.facts} />
          <DefinitionList items={definitionsOf(part.facts)} />
        </div>
      )}
    </Card>
  );
}
