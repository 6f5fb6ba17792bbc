import { useState } from 'react';
import { ROLE_LABELS } from '@taller/shared/access/roles.ts';
import type { BuildRow } from '@taller/shared/system-status/build-rows.ts';
import { buildRowsQuery } from '@taller/shared/system-status/build-rows-query.ts';
import { siteBuildsQuery } from '@taller/shared/system-status/site-builds-query.ts';
import type { BackStep, SiteBuilds } from '@taller/shared/system-status/site-control.ts';
import { useQuery } from '@taller/shared/query';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { lazyPart } from '@taller/shared/ui/lazy-part.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import {
  buildLabel,
  failedShare,
  formatHalf,
  formatShare,
  shortBuild,
} from '#src/features/system-status/build-figures.ts';
import { SiteChanges } from '#src/features/system-status/site-changes.tsx';
import { BackDialog } from '#src/features/system-status/site-dialog.tsx';
import { statusTexts } from '#src/features/system-status/texts.ts';
import styles from './browser-cards.module.css';

const texts = statusTexts.builds;
/** Share of failed visits above which a build stands out. */
const MANY = 0.05;
/** The most builds that are drawn: more are a list, not a comparison. */
const MOST_DRAWN = 12;

/** Draws with a library that only this needs. */
const BuildChart = lazyPart(
  () => import('#src/features/system-status/build-chart.tsx').then((module) => module.BuildChart),
  <Skeleton label={texts.loading} shape="card" />,
);

function whoRuns({ share, roles }: BuildRow): string {
  if (share === null) return texts.before;
  const part = share === 100 ? texts.everybody : texts.part(share);
  return roles ? texts.ofRoles(part, roles.map((role) => ROLE_LABELS[role]).join(', ')) : part;
}

/** The sources of a build, if the server knows them; empty if not. */
function sourceOf(site: SiteBuilds | null, part: string, build: string): string {
  const found = site?.sources?.find((one) => one.part === part && one.build === build);
  return found ? texts.madeFrom(found.source) : '';
}

/** A build, the host that serves it if that is another one, and what it was made from. */
function BuildName({ row, source }: { row: BuildRow; source: string }) {
  return (
    <>
      <span>{buildLabel(row)}</span>
      {row.host && <span className={styles.origin}>{` ${texts.at(row.host)}`}</span>}
      {source && <span className={styles.origin}>{` ${source}`}</span>}
    </>
  );
}

function Failed({ row }: { row: BuildRow }) {
  if (row.visits === 0) return <span>{texts.none}</span>;
  const share = failedShare(row);
  const text = `${row.failed} (${formatShare(share)})`;
  return share > MANY ? <Badge tone="danger">{text}</Badge> : <span>{text}</span>;
}

const FIGURES: readonly Column<BuildRow>[] = [
  { id: 'who', header: texts.columns.who, cell: whoRuns },
  {
    id: 'since',
    header: texts.columns.since,
    cell: ({ since }) => (since ? formatDateTime(since) : texts.none),
  },
  { id: 'visits', header: texts.columns.visits, align: 'end', cell: ({ visits }) => formatThousands(visits) },
  { id: 'failed', header: texts.columns.failed, align: 'end', cell: (row) => <Failed row={row} /> },
  {
    id: 'half',
    header: texts.columns.half,
    align: 'end',
    cell: ({ half }) => (half === null ? texts.none : formatHalf(half)),
  },
];

interface BuildsProps {
  rows: readonly BuildRow[];
  /** Null where commands change the site, or while it is not known. */
  site: SiteBuilds | null;
}

function Builds({ rows, site }: BuildsProps) {
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<BackStep | null>(null);
  const backs = site?.backs ?? [];
  const build: Column<BuildRow> = {
    id: 'build',
    header: texts.columns.build,
    cell: (row) => <BuildName row={row} source={sourceOf(site, row.remote, row.build)} />,
  };
  // The first row of a remote is what everybody else sees, also while its gradual publication is on hold.
  const first = new Map(rows.toReversed().map((row) => [row.remote, row.build]));
  const change: Column<BuildRow> = {
    id: 'change',
    header: statusTexts.site.column,
    phone: 'line',
    cell: ({ remote, build: shown }) => {
      const step = first.get(remote) === shown && backs.find(({ part }) => part === remote);
      return step ? <BackButton step={step} onAsk={setAsked} /> : null;
    },
  };
  const visited = rows.filter(({ visits }) => visits > 0).slice(0, MOST_DRAWN);
  return (
    <>
      <Table
        label={texts.title}
        columns={[build, ...FIGURES, ...(backs.length > 0 ? [change] : [])]}
        rows={rows}
        rowKey={({ remote, build }) => `${remote} ${build}`}
      />
      {site?.stopped.map(({ remote, build, at, why }) => (
        <p key={remote} className={styles.foot}>
          {texts.stopped(buildLabel({ remote, build }), formatDateTime(at), why)}
        </p>
      ))}
      {site && <ShellLine site={site} onAsk={setAsked} />}
      {asked && <BackDialog step={asked} onClose={() => setAsked(null)} />}
      {visited.length > 0 && (
        <details className={styles.compare} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{texts.compare}</summary>
          {isOpen && <BuildChart rows={visited} />}
        </details>
      )}
    </>
  );
}

function BackButton({ step, onAsk }: { step: BackStep; onAsk: (step: BackStep) => void }) {
  const { part, to, endsRollout } = step;
  const { site } = statusTexts;
  return (
    <Button
      size="sm"
      className={styles.step}
      aria-label={endsRollout ? site.endOf(part) : site.backOf(part, shortBuild(to))}
      onClick={() => onAsk(step)}
    >
      {endsRollout ? site.endButton : site.backButton}
    </Button>
  );
}

function ShellLine({ site, onAsk }: { site: SiteBuilds; onAsk: (step: BackStep) => void }) {
  const { build, publishedAt } = site.shell;
  const step = site.backs.find(({ part }) => part === 'shell');
  return (
    <div className={styles.shell}>
      <p>{texts.shell(shortBuild(build), formatDateTime(publishedAt), sourceOf(site, 'shell', build))}</p>
      {step && <BackButton step={step} onAsk={onAsk} />}
    </div>
  );
}

/** Which builds run, for whom, how they did in visitors' browsers (SHELL-85), and the way back (SHELL-88). */
export function BuildTable() {
  const builds = useQuery(buildRowsQuery());
  const { data: site, isError } = useQuery(siteBuildsQuery());
  return (
    <Card title={texts.title}>
      <p className={styles.description}>{texts.description}</p>
      <Loaded
        query={builds}
        message={texts.loadFailed}
        skeleton={<Skeleton label={texts.loading} shape="rows" count={5} />}
      >
        {(rows) => <Builds rows={rows} site={site ?? null} />}
      </Loaded>
      {(site === null || (isError && !site)) && (
        <p className={styles.foot}>
          {texts.byCommand} <code>npm run publish-remote -- mfe-… --site CARPETA --rollback</code>
        </p>
      )}
      <SiteChanges />
    </Card>
  );
}
