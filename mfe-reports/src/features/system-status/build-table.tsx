import { ROLE_LABELS } from '@taller/shared/access/roles.ts';
import type { BuildRow } from '@taller/shared/system-status/build-rows.ts';
import { buildRowsQuery } from '@taller/shared/system-status/build-rows-query.ts';
import { useQuery } from '@taller/shared/query';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { statusTexts } from '#src/features/system-status/texts.ts';
import styles from './browser-cards.module.css';

const texts = statusTexts.builds;
/** Characters of a build's hash that are shown, as in the failed part itself. */
const BUILD_SHOWN = 7;
/** Share of failed visits above which a build stands out. */
const MANY = 0.05;

const PERCENT = new Intl.NumberFormat('es-CL', { style: 'percent', maximumFractionDigits: 1 });
const SECONDS = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 2 });

function whoRuns({ share, roles }: BuildRow): string {
  if (share === null) return texts.before;
  const part = share === 100 ? texts.everybody : texts.part(share);
  return roles ? texts.ofRoles(part, roles.map((role) => ROLE_LABELS[role]).join(', ')) : part;
}

function Failed({ row: { visits, failed } }: { row: BuildRow }) {
  if (visits === 0) return texts.none;
  const rate = failed / visits;
  const text = `${failed} (${PERCENT.format(rate)})`;
  return rate > MANY ? <Badge tone="danger">{text}</Badge> : text;
}

function halfOf({ half }: BuildRow): string {
  if (half === null) return texts.none;
  return Number.isFinite(half) ? texts.within(SECONDS.format(half / 1000)) : texts.longer;
}

const COLUMNS: readonly Column<BuildRow>[] = [
  {
    id: 'build',
    header: texts.columns.build,
    cell: ({ remote, build }) => `${remote} · ${build.slice(0, BUILD_SHOWN)}`,
  },
  { id: 'who', header: texts.columns.who, cell: whoRuns },
  {
    id: 'since',
    header: texts.columns.since,
    cell: ({ since }) => (since ? formatDateTime(since) : texts.none),
  },
  { id: 'visits', header: texts.columns.visits, align: 'end', cell: ({ visits }) => visits },
  { id: 'failed', header: texts.columns.failed, align: 'end', cell: (row) => <Failed row={row} /> },
  { id: 'half', header: texts.columns.half, align: 'end', cell: halfOf },
];

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
        {(rows) => (
          <Table
            label={texts.title}
            columns={COLUMNS}
            rows={rows}
            rowKey={({ remote, build }) => `${remote} ${build}`}
          />
        )}
      </Loaded>
      <p className={styles.foot}>
        {texts.back} <code>npm run publish-remote -- mfe-… --site CARPETA --rollback</code>
      </p>
    </Card>
  );
}
