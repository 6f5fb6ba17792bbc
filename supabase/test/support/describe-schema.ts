import type postgres from 'postgres';

/**
 * Everything that migrations make, a line each, in an order of its own: two databases with the same lines have the same
 * schema.
 */
export async function describeSchema(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with ours as (
      select oid, nspname from pg_namespace where nspname in ('public', 'private', 'realtime')
    ), relations as (
      select c.*, n.nspname from pg_class c join ours n on n.oid = c.relnamespace
    )
    select format('relation %s.%s %s security %s %s options %s grants %s %s', nspname, relname, relkind, relrowsecurity,
      relforcerowsecurity, reloptions, relacl,
      case when relkind in ('v', 'm') then pg_get_viewdef(oid) when relkind = 'i' then pg_get_indexdef(oid) end) as line
    from relations
    union all
    select format('column %s.%s.%s %s not null %s default %s grants %s', r.nspname, r.relname, a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attacl)
    from relations r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
    where r.relkind in ('r', 'v', 'm')
    union all
    select format('constraint %s.%s %s', r.nspname, r.relname, pg_get_constraintdef(c.oid) || c.conname)
    from relations r join pg_constraint c on c.conrelid = r.oid
    union all
    select format('trigger %s.%s %s %s', r.nspname, r.relname, pg_get_triggerdef(t.oid), t.tgenabled)
    from relations r join pg_trigger t on t.tgrelid = r.oid where not t.tgisinternal
    union all
    select format('policy %s.%s %s %s %s %s using %s check %s', schemaname, tablename, policyname, permissive, roles, cmd, qual, with_check)
    from pg_policies where schemaname in (select nspname from ours)
    union all
    select format('function %s grants %s', pg_get_functiondef(p.oid), p.proacl)
    from pg_proc p join ours n on n.oid = p.pronamespace where p.prokind in ('f', 'p')
    union all
    select format('type %s.%s %s %s', n.nspname, t.typname, t.typtype,
      (select string_agg(e.enumlabel, ',' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid))
    from pg_type t join ours n on n.oid = t.typnamespace where t.typtype in ('e', 'd')
    union all
    select format('published %s.%s', schemaname, tablename) from pg_publication_tables
    union all
    select format('default grants %s %s %s %s', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype, defaclacl)
    from pg_default_acl`;
  return rows.map(({ line }) => line).toSorted();
}
