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
import { withCommands } from '#src/features/system-status/command.tsx';
import { PartFailures } from '#src/features/system-status/part-failures.tsx';
import { PreviewList } from '#src/features/system-status/preview-list.tsx';
import cards from '#src/features/system-status/system-status.module.css';
import { statusTexts } from '#src/features/system-status/texts.ts';
import styles from '#src/components/page.module.css';
import { Badge, type Tone } from '@taller/shared/ui/badge.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';
import { TONE_ICON } from '@taller/shared/ui/tone-icon.ts';
import { databaseFacts, factsOf } from '#src/features/system-status/part-facts.ts';

const TONES: Readonly<Record<StatusLevel, Tone>> = {
  ok: 'success',
  attention: 'warning',
  failure: 'danger',
  unknown: 'neutral',
};

/** Parts that an owner does not know by name: versions, tasks, and what the site is made of. */
const INSTALLERS: readonly string[] = ['jobs', 'realtime', 'remotes', 'functions', 'version'];

const nameOf = ({ name }: StatusPart) => statusTexts.parts[name] ?? name;
const isProblem = ({ level }: StatusPart) => level === 'failure' || level === 'attention';
// A newer server may report something unknown to this page.
const todoOf = ({ reason }: StatusPart) => statusTexts.todo[reason] ?? reason;

/** A part: its status and its figures. What to do about a problem stands at the top of the page. */
function PartCard({ part }: { part: StatusPart }) {
  const tone = TONES[part.level];
  const Icon = TONE_ICON[tone];
  const facts = factsOf(part);
  return (
    <Card
      title={nameOf(part)}
      actions={
        <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
          {statusTexts.levels[part.level]}
        </Badge>
      }
    >
      {!isProblem(part) && todoOf(part) && <p className={cards.todo}>{todoOf(part)}</p>}
      {facts.length > 0 && <DefinitionList items={facts} />}
    </Card>
  );
}

/** 'Todo bien', or what to do about each problem, failures first. */
function Summary({ parts }: { parts: readonly StatusPart[] }) {
  const { summary, fix } = statusTexts;
  const failures = parts.filter(({ level }) => level === 'failure');
  const problems = [...failures, ...parts.filter(({ level }) => level === 'attention')];
  if (problems.length === 0)
    return (
      <Banner tone="success">
        <strong>{summary.ok}</strong> {summary.okText}
      </Banner>
    );
  return (
    <Banner tone={failures.length > 0 ? 'danger' : 'warning'}>
      <strong>{summary.todo}</strong>
      <ul className={cards.problems}>
        {problems.map((part) => (
          <li key={part.name}>
            <strong>{nameOf(part)}:</strong> <span>{todoOf(part)}</span>
          </li>
        ))}
      </ul>
      {problems.some(({ reason }) => fix[reason]) && <p>{summary.tell}</p>}
    </Banner>
  );
}

/** Versions, tasks, commands and hashes, and how to correct what is wrong. */
function ForInstallers({ parts }: { parts: readonly StatusPart[] }) {
  const { installer, fix } = statusTexts;
  const fixes = parts.flatMap((part) => {
    const value = fix[part.reason];
    return value ? [{ term: nameOf(part), value: withCommands(value), wide: true }] : [];
  });
  const database = parts.find(({ name }) => name === 'database');
  return (
    <section className={styles.page} aria-labelledby="para-quien-instala">
      <div className={cards.installer}>
        <h2 id="para-quien-instala">{installer.title}</h2>
        <p>{installer.text}</p>
      </div>
      {fixes.length > 0 && (
        <Card title={installer.todo}>
          <DefinitionList items={fixes} />
        </Card>
      )}
      <div className={cards.parts}>
        {parts
          .filter(({ name }) => INSTALLERS.includes(name))
          .map((part) => (
            <PartCard key={part.name} part={part} />
          ))}
        {database && database.reason !== 'no-answer' && (
          <Card title={installer.database}>
            <DefinitionList items={databaseFacts(database)} />
          </Card>
        )}
      </div>
      <BuildTable />
      <PreviewList />
      <PartFailures />
    </section>
  );
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
            {status.data.parts
              .filter(({ name }) => !INSTALLERS.includes(name))
              .map((part) => (
                <PartCard key={part.name} part={part} />
              ))}
          </div>
          <ForInstallers parts={status.data.parts} />
        </>
      ) : status.isError ? (
        <ErrorState
          error={status.error}
          message={statusTexts.loadFailed}
          onRetry={refresh}
          retrying={status.isFetching}
        >
          {withCommands(statusTexts.loadFailedHint)}
        </ErrorState>
      ) : (
        <Skeleton label={statusTexts.loading} shape="card" count={4} />
      )}
    </div>
  );
}
