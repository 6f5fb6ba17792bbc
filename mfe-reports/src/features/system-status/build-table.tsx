import { useState } from 'react';
import type { BuildRow } from '@taller/shared/system-status/build-rows.ts';
import { buildRowsQuery, siteBuildsQuery } from '@taller/shared/system-status/site-queries.ts';
import type { BackStep, SiteBuilds } from '@taller/shared/system-status/site-control.ts';
import { useQuery } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { buildLabel, shortBuild } from '#src/features/system-status/build-figures.ts';
import { Command } from '#src/features/system-status/command.tsx';
import { SiteChanges } from '#src/features/system-status/site-changes.tsx';
import { BackDialog } from '#src/features/system-status/site-dialog.tsx';
import { statusTexts } from '#src/features/system-status/texts.ts';
import styles from './browser-cards.module.css';

const texts = statusTexts.builds;
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

const SINCE: Column<BuildRow> = {
  id: 'since',
  header: texts.columns.since,
  kind: 'fact',
  width: 8.5,
  cell: ({ since }) => (since ? formatDateTime(since) : texts.none),
};

interface BuildsProps {
  rows: readonly BuildRow[];
  /** Null where commands change the site, or while it is not known. */
  site: SiteBuilds | null;
}

function Builds({ rows, site }: BuildsProps) {
  const [asked, setAsked] = useState<BackStep | null>(null);
  const backs = site?.backs ?? [];
  const build: Column<BuildRow> = {
    id: 'build',
    header: texts.columns.build,
    width: 14,
    cell: (row) => <BuildName row={row} source={sourceOf(site, row.remote, row.build)} />,
  };
  const change: Column<BuildRow> = {
    id: 'change',
    header: statusTexts.site.column,
    kind: 'actions',
    width: 8,
    cell: ({ remote }) => {
      const step = backs.find(({ part }) => part === remote);
      return step ? <BackButton step={step} onAsk={setAsked} /> : null;
    },
  };
  return (
    <>
      <Table
        label={texts.title}
        columns={[build, SINCE, ...(backs.length > 0 ? [change] : [])]}
        rows={rows}
        rowKey={({ remote }) => remote}
      />
      {site && <ShellLine site={site} onAsk={setAsked} />}
      {asked && <BackDialog step={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function BackButton({ step, onAsk }: { step: BackStep; onAsk: (step: BackStep) => void }) {
  const { part, to } = step;
  const { site } = statusTexts;
  return (
    <Button
      size="sm"
      className={styles.step}
      aria-label={site.backOf(part, shortBuild(to))}
      onClick={() => onAsk(step)}
    >
      {site.backButton}
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

/** The running builds, with the time of their publication (SHELL-85), and the way back (SHELL-88). */
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
          {texts.byCommand} <Command>npm run publish-remote -- mfe-… --site CARPETA --rollback</Command>
        </p>
      )}
      <SiteChanges />
    </Card>
  );
}
