-- What is known of the running system: backups, and the page 'Estado'.

-- Backups and tests of restoring them, written by the server's own tasks. On hosted Supabase, which makes its own
-- backups, the table stays empty.
create table private.backup_run (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('backup', 'restore_test')),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  ok boolean not null,
  bytes bigint,
  -- File, why it failed, rows counted: for people to read.
  detail jsonb not null default '{}'
);
create index backup_run_kind on private.backup_run (kind, id desc);
alter table private.backup_run enable row level security;

-- Of each kind the last run and the last one that worked, which may be the same, newest first.
create function public.backup_status() returns table (
  kind text, started_at timestamptz, finished_at timestamptz, ok boolean, bytes bigint, detail jsonb
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select r.kind, r.started_at, r.finished_at, r.ok, r.bytes, r.detail
    from private.backup_run r
    where r.id in (select max(l.id) from private.backup_run l group by l.kind)
      or r.id in (select max(g.id) from private.backup_run g where g.ok group by g.kind)
    order by r.id desc;
end
$$;
revoke all on function public.backup_status from public, anon, authenticated;
grant execute on function public.backup_status to authenticated;

-- Backups are made by the server's own tasks, whose table may not be there; hosted Supabase makes its own.
create function private.backup_facts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  facts jsonb;
begin
  if to_regclass('private.backup_run') is null then
    return '{}';
  end if;
  execute $q$
    select jsonb_build_object(
      'backup_at', max(r.finished_at) filter (where r.kind = 'backup' and r.ok),
      'backup_failed', coalesce((array_agg(not r.ok order by r.id desc) filter (where r.kind = 'backup'))[1], false),
      'test_at', max(r.finished_at) filter (where r.kind = 'restore_test' and r.ok),
      'test_failed', coalesce((array_agg(not r.ok order by r.id desc) filter (where r.kind = 'restore_test'))[1],
      false))
    from private.backup_run r $q$ into facts;
  return facts;
end
$$;

-- pg_cron's jobs, on Supabase. The embedded server runs its own.
create function private.cron_facts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  facts jsonb;
begin
  if to_regclass('cron.job') is null or to_regclass('cron.job_run_details') is null then
    return '{}';
  end if;
  execute $q$
    select coalesce(jsonb_object_agg(j.jobname, jsonb_build_object('at', d.last, 'failures', d.failures)), '{}')
    from cron.job j left join lateral (
      select max(r.start_time) as last, count(*) filter (where r.status = 'failed'
        and r.start_time > now() - interval '1 day') as failures
      from cron.job_run_details r where r.jobid = j.jobid
    ) d on true
    where j.jobname is not null $q$ into facts;
  return jsonb_build_object('jobs', facts);
end
$$;

-- What the page 'Estado' shows of the database's side, part by part, so that one that fails or is slow takes no other
-- with it. Figures and times only: no path, no secret, nobody's data. Admins only; the judging is the function
-- system-status's. A message that waits for its next attempt is not overdue: it counts by when that is due.
create function public.system_status(p_part text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  case p_part
    when 'access' then
      return '{}';
    when 'database' then
      return jsonb_build_object(
        'bytes', pg_catalog.pg_database_size(current_database()),
        'connections', (select count(*) from pg_catalog.pg_stat_activity a where a.datname = current_database()),
        'max_connections', current_setting('max_connections')::integer,
        'version', split_part(current_setting('server_version'), ' ', 1),
        'checksums', current_setting('data_checksums') = 'on',
        'checksum_failures', (select coalesce(sum(d.checksum_failures), 0) from pg_catalog.pg_stat_database d));
    when 'messages' then
      return (
        select jsonb_build_object(
          'queued', count(*) filter (where m.state in ('queued', 'sending')),
          'failed', count(*) filter (where m.state = 'failed' and m.failed_at > now() - interval '7 days'),
          'oldest_at', min(m.created_at) filter (where m.state in ('queued', 'sending')),
          'overdue_at', min(m.next_attempt_at) filter (where m.state = 'queued'),
          'last_run_at', (select s.last_run from private.message_sender s))
        from public.whatsapp_messages m);
    when 'jobs' then
      return private.cron_facts();
    when 'backups' then
      return private.backup_facts();
    when 'retention' then
      return (
        select jsonb_build_object('last_run_at', max(r.ran_at),
          'removed', (select coalesce(sum(v.value::integer), 0) from private.retention_runs q,
            jsonb_each_text(q.removed) v
            where q.ran_at > now() - interval '30 days'))
        from private.retention_runs r);
    else
      raise exception 'No existe esa parte del estado: %', p_part using errcode = '22023';
  end case;
end
$$;
revoke all on function public.system_status from public, anon, authenticated;
grant execute on function public.system_status to authenticated;
