import RotateCw from 'lucide-react/icons/rotate-cw';
import { statusQuery } from '@taller/shared/system-status/status-query.ts';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import type { StatusPart, StatusLevel } from '@taller/shared/system-status/system-status.ts';
import { useQuery } from '@taller/shared/query';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { ScreenTitle } from '@taller/shared/ui/screen-title.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { BuildTable } from '#src/features/system-status/build-table.tsx';
import { PartFailures } from '#src/features/system-status/part-failures.tsx';
import { PreviewList } from '#src/features/system-status/preview-list.tsx';
import cards from '#src/features/system-status/system-status.module.css';
import { statusTexts } from '#src/features/system-status/texts.ts';
import styles from '#src/components/page.module.css';
import { Badge, type Tone } from '@taller/shared/ui/badge.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';
import { TONE_ICON } from '@taller/shared/ui/tone-icon.ts';
import { factsOf } from '#src/features/system-status/part-facts.ts';

const TONES: Readonly<Record<StatusLevel, Tone>> = {
  ok: 'success',
  attention: 'warning',
  failure: 'danger',
  unknown: 'neutral',
};

/** A part: its status, what to do about it, and its figures. */
function PartCard({ part }: { part: StatusPart }) {
  const tone = TONES[part.level];
  const Icon = TONE_ICON[tone];
  // A newer server may report something unknown to this page.
  const todo = statusTexts.todo[part.reason] ?? part.reason;
  const facts = factsOf(part);
  return (
    <Card
      title={statusTexts.parts[part.name] ?? part.name}
      actions={
        <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
          {statusTexts.levels[part.level]}
        </Badge>
      }
    >
      {todo && <p className={cards.todo}>{todo}</p>}
      {facts.length > 0 && <DefinitionList items={facts} />}
    </Card>
  );
}

/** The parts with problems, by name, worst level only. */
function Summary({ parts }: { parts: readonly StatusPart[] }) {
  const namesOf = (level: StatusPart['level']) =>
    parts
      .filter((part) => part.level === level)
      .map(({ name }) => statusTexts.parts[name] ?? name)
      .join(', ');
  const failing = namesOf('failure');
  if (failing) return <Banner tone="danger">{statusTexts.summary.failure(failing)}</Banner>;
  const waiting = namesOf('attention');
  if (waiting) return <Banner tone="warning">{statusTexts.summary.attention(waiting)}</Banner>;
  return <Banner tone="success">{statusTexts.summary.ok}</Banner>;
}

/** 'Estado', for admins: the health of each part of the installation, and what to do. */
export function SystemStatusPage() {
  const status = useQuery(statusQuery());
  const refresh = () => void status.refetch();
  return (
    <div className={styles.page}>
      <ScreenTitle>{statusTexts.title}</ScreenTitle>
      <p>{statusTexts.description}</p>
      {status.data ? (
        <>
          {status.isError && <Banner tone="warning">{statusTexts.stale}</Banner>}
          <Summary parts={status.data.parts} />
          <p className={cards.asOf}>
            {statusTexts.asOf(formatDateTime(status.data.at))}
            <Button size="sm" variant="ghost" icon={<RotateCw aria-hidden="true" />} onClick={refresh}>
              {statusTexts.refresh}
            </Button>
          </p>
          <div className={cards.parts}>
            {status.data.parts.map((part) => (
              <PartCard key={part.name} part={part} />
            ))}
          </div>
          <BuildTable />
          <PreviewList />
          <PartFailures />
        </>
      ) : status.isError ? (
        <ErrorState
          error={status.error}
          message={statusTexts.loadFailed}
          onRetry={refresh}
          retrying={status.isFetching}
        >
          {statusTexts.loadFailedHint}
        </ErrorState>
      ) : (
        <Skeleton label={statusTexts.loading} shape="card" count={4} />
      )}
    </div>
  );
}
