import { useState } from 'react';
import { ROLE_LABELS } from '@taller/shared/access/roles.ts';
import type { BuildRow } from '@taller/shared/system-status/build-rows.ts';
import { buildRowsQuery } from '@taller/shared/system-status/build-rows-query.ts';
import { useQuery } from '@taller/shared/query';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { lazyPart } from '@taller/shared/ui/lazy-part.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import {
  buildLabel,
  failedShare,
  formatHalf,
  formatShare,
} from '#src/features/system-status/build-figures.ts';
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

function Failed({ row }: { row: BuildRow }) {
  if (row.visits === 0) return texts.none;
  const share = failedShare(row);
  const text = `${row.failed} (${formatShare(share)})`;
  return share > MANY ? <Badge tone="danger">{text}</Badge> : text;
}

const COLUMNS: readonly Column<BuildRow>[] = [
  {
    id: 'build',
    header: texts.columns.build,
    cell: buildLabel,
  },
  { id: 'who', header: texts.columns.who, cell: whoRuns },
  {
    id: 'since',
    header: texts.columns.since,
    cell: ({ since }) => (since ? formatDateTime(since) : texts.none),
  },
  { id: 'visits', header: texts.columns.visits, align: 'end', cell: ({ visits }) => visits },
  { id: 'failed', header: texts.columns.failed, align: 'end', cell: (row) => <Failed row={row} /> },
  {
    id: 'half',
    header: texts.columns.half,
    align: 'end',
    cell: ({ half }) => (half === null ? texts.none : formatHalf(half)),
  },
];

function Builds({ rows }: { rows: readonly BuildRow[] }) {
  const [isOpen, setOpen] = useState(false);
  const visited = rows.filter(({ visits }) => visits > 0).slice(0, MOST_DRAWN);
  return (
    <>
      <Table
        label={texts.title}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ remote, build }) => `${remote} ${build}`}
      />
      {visited.length > 0 && (
        <details className={styles.compare} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{texts.compare}</summary>
          {isOpen && <BuildChart rows={visited} />}
        </details>
      )}
    </>
  );
}

/** Which builds of the remotes run, for whom, and how they did in visitors' browsers (SHELL-85). */
export function BuildTable() {
  const builds = useQuery(buildRowsQuery());
  return (
    <Card title={texts.title}>
      <p className={styles.description}>{texts.description}</p>
      <Loaded
        query={builds}
        message={texts.loadFailed}
        skeleton={<Skeleton label={texts.loading} shape="rows" count={5} />}
      >
        {(rows) => <Builds rows={rows} />}
      </Loaded>
      <p className={styles.foot}>
        {texts.back} <code>npm run publish-remote -- mfe-… --site CARPETA --rollback</code>
      </p>
    </Card>
  );
}
