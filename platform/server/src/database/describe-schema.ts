import type postgres from 'postgres';

/**
 * Everything that migrations create, one line each, in a canonical order: two databases with the same lines have the
 * same schema. Objects that the catalogue keeps in order of creation (grants, triggers of `auth`) are sorted.
 */
export async function describeSchema(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with ours as (
      select * from pg_namespace where nspname in ('public', 'private', 'realtime')
    ), relations as (
      select c.*, n.nspname from pg_class c join ours n on n.oid = c.relnamespace
    ), described as (
      select classoid, objoid, objsubid, description from pg_description
    )
    select format('schema %s of %s grants %s', nspname, nspowner::regrole,
      (select array_agg(a::text order by a::text) from unnest(coalesce(nspacl, acldefault('n', nspowner))) as a)) as line
    from ours
    union all
    select format('relation %s.%s %s of %s %s identity %s security %s %s options %s grants %s %s', nspname, relname, relkind,
      relowner::regrole, relpersistence, relreplident, relrowsecurity, relforcerowsecurity, reloptions,
      (select array_agg(a::text order by a::text) from unnest(coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))) as a),
      case when relkind in ('v', 'm') then pg_get_viewdef(oid) when relkind = 'i' then pg_get_indexdef(oid) end)
    from relations
    union all
    select format('sequence %s.%s %s start %s min %s max %s by %s cycle %s cache %s of %s', r.nspname, r.relname,
      s.seqtypid::regtype, s.seqstart, s.seqmin, s.seqmax, s.seqincrement, s.seqcycle, s.seqcache,
      (select string_agg(format('%s.%s %s', d.refobjid::regclass, d.refobjsubid, d.deptype), ',' order by 1::text)
        from pg_depend d where d.objid = r.oid and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass))
    from relations r join pg_sequence s on s.seqrelid = r.oid
    union all
    select format('column %s.%s %s %s %s not null %s default %s identity %s generated %s collation %s statistics %s %s %s grants %s',
      r.nspname, r.relname, row_number() over (partition by r.oid order by a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated,
      a.attcollation, a.attstattarget, a.attstorage, a.attcompression,
      (select array_agg(x::text order by x::text) from unnest(a.attacl) as x))
    from relations r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
    where r.relkind in ('r', 'v', 'm', 'c', 'p', 'f')
    union all
    select format('constraint %s.%s %s %s valid %s', r.nspname, r.relname, c.conname, pg_get_constraintdef(c.oid), c.convalidated)
    from relations r join pg_constraint c on c.conrelid = r.oid
    union all
    select format('trigger %s %s %s', t.tgrelid::regclass, pg_get_triggerdef(t.oid), t.tgenabled)
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid join ours n on n.oid = p.pronamespace where not t.tgisinternal
    union all
    select format('event trigger %s %s %s %s %s', evtname, evtevent, evtfoid::regprocedure, evtenabled, evttags)
    from pg_event_trigger
    union all
    select format('rule %s', pg_get_ruledef(w.oid)) from pg_rewrite w join relations r on r.oid = w.ev_class
    union all
    select format('statistics %s', pg_get_statisticsobjdef(s.oid))
    from pg_statistic_ext s join ours n on n.oid = s.stxnamespace
    union all
    select format('policy %s.%s %s %s %s %s using %s check %s', schemaname, tablename, policyname, permissive,
      (select array_agg(role::text order by role::text) from unnest(roles) as role), cmd, qual, with_check)
    from pg_policies where schemaname in (select nspname from ours) or schemaname = 'storage'
    union all
    select format('function %s of %s grants %s %s', p.oid::regprocedure, p.proowner::regrole,
      (select array_agg(a::text order by a::text) from unnest(coalesce(p.proacl, acldefault('f', p.proowner))) as a), pg_get_functiondef(p.oid))
    from pg_proc p join ours n on n.oid = p.pronamespace where p.prokind in ('f', 'p')
    union all
    select format('type %s.%s %s of %s %s %s', n.nspname, t.typname, t.typtype, t.typowner::regrole,
      (select string_agg(e.enumlabel, ',' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid),
      (select array_agg(a::text order by a::text) from unnest(coalesce(t.typacl, acldefault('T', t.typowner))) as a))
    from pg_type t join ours n on n.oid = t.typnamespace where t.typtype in ('e', 'd', 'c')
    union all
    select format('publication %s of %s %s %s %s %s %s', pubname, pubowner::regrole, puballtables, pubinsert, pubupdate,
      pubdelete, pubtruncate)
    from pg_publication
    union all
    select format('published %s %s.%s %s %s', pubname, schemaname, tablename, attnames, rowfilter) from pg_publication_tables
    union all
    select format('extension %s in %s', extname, extnamespace::regnamespace) from pg_extension
    union all
    select format('default grants %s %s %s %s', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype,
      (select array_agg(a::text order by a::text) from unnest(defaclacl) as a))
    from pg_default_acl
    union all
    select format('comment %s %s', i.identity, d.description)
    from described d, pg_identify_object(d.classoid, d.objoid, d.objsubid) as i
    where i.schema in (select nspname from ours)
      or (d.classoid = 'pg_namespace'::regclass and d.objoid in (select oid from ours))`;
  return rows.map(({ line }) => line).toSorted();
}

/** The rows that a new database has, without what differs from one to the next: times and secrets. */
export async function describeRows(sql: postgres.Sql): Promise<string[]> {
  const tables = await sql<{ name: string; changing: string[] }[]>`
    select c.oid::regclass::text as name, array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.atttypid in ('timestamptz'::regtype, 'bytea'::regtype)) as changing
    from pg_class c
    where c.relkind = 'r' and (c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      or c.oid = to_regclass('storage.buckets'))
    order by 1`;
  const lines: string[] = [];
  for (const { name, changing } of tables) {
    const rows = await sql.unsafe<{ row: string }[]>(
      `select (to_jsonb(t) - $1::text[])::text as row from ${name} t order by 1`,
      [changing],
    );
    lines.push(...rows.map(({ row }) => `row of ${name} ${row}`));
  }
  return lines;
}
