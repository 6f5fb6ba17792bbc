/** The migration that Supabase's CLI writes for a changed schema. Exhaustive, since it downloads the CLI. */
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireTestCluster } from '@taller/server/testing/test-cluster.ts';
import { expect, test } from 'vitest';
import { dbDiff } from './db-diff.ts';
import { readSchemas, SCHEMAS_FOLDER, STAMP, unmigrated } from './schema-files.ts';

const CHANGE = `
create table public.tickets (id uuid primary key default gen_random_uuid(), body text check (length(body) <= 100));
create index tickets_body on public.tickets (body);
alter table public.tickets enable row level security;
select private.require_session('public.tickets');
revoke all on public.tickets from anon, authenticated;
grant select, insert (id, body), update (body) on public.tickets to authenticated;
create policy "staff read" on public.tickets for select to authenticated using ((select private.may('stock')));
create trigger as_readable before insert or update on public.tickets
  for each row execute function private.as_readable();

create function public.count_tickets() returns bigint
language sql stable set search_path = '' as $$
  select count(*) from public.tickets
$$;
revoke all on function public.count_tickets from public, anon, authenticated;
grant execute on function public.count_tickets to authenticated;
`;

test(
  'DATA-53 the difference becomes the next migration, and both make the same database afterwards',
  { tags: ['exhaustive'] },
  async () => {
    const { cluster, release } = await acquireTestCluster();
    const folder = mkdtempSync(join(tmpdir(), 'taller-diff-'));
    const [schemas, migrations] = [join(folder, 'schemas'), join(folder, 'migrations')];
    try {
      cpSync(SCHEMAS_FOLDER, schemas, { recursive: true });
      cpSync(join(SCHEMAS_FOLDER, '../migrations'), migrations, { recursive: true });
      appendFileSync(join(schemas, readSchemas().at(-1)?.file ?? ''), CHANGE);
      const before = readdirSync(migrations);
      const { file, left } = await dbDiff(cluster, { name: 'tickets', schemas, migrations });
      expect(left).toEqual([]);
      expect(readdirSync(migrations).toSorted()).toEqual([...before, file ?? ''].toSorted());
      expect(file).toMatch(/^20\d{12}_tickets\.sql$/);
      expect(file && file > (before.toSorted().at(-1) ?? '')).toBe(true);
      expect(unmigrated(readSchemas(schemas), readFileSync(join(schemas, STAMP), 'utf8'))).toEqual([]);
      expect(await dbDiff(cluster, { name: 'again', schemas, migrations })).toEqual({
        file: undefined,
        left: [],
      });
    } finally {
      await release();
    }
  },
);
