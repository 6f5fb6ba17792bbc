-- State of the running system: backups, and the page 'Estado'.

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

-- The last run and the last successful run of each kind, which may be the same, newest first.
create function public.backup_status() returns table (
  kind text, started_at timestamptz, finished_at timestamptz, ok boolean, bytes bigint, detail jsonb
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('system-status');
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

-- The jobs that docs/deploy.md schedules: when each last ran, and whether it is late by its own schedule. To it, of
-- every job of pg_cron, what its tables tell. The embedded server runs its own jobs and tells of those.
create function private.cron_facts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  planned jsonb := '{}';
  own jsonb;
begin
  if to_regclass('cron.job') is not null and to_regclass('cron.job_run_details') is not null then
    execute $q$
      select coalesce(jsonb_object_agg(j.jobname, jsonb_build_object('at', d.last, 'failures', d.failures)), '{}')
      from cron.job j left join lateral (
        select max(r.start_time) as last, count(*) filter (where r.status = 'failed'
          and r.start_time > now() - interval '1 day') as failures
        from cron.job_run_details r where r.jobid = j.jobid
      ) d on true
      where j.jobname is not null $q$ into planned;
  end if;
  select jsonb_object_agg(j.name, coalesce(planned -> j.name, '{}')
    || jsonb_build_object('at', j.at, 'late', coalesce(j.at < now() - j.within, true)))
  into own
  from (
    select 'send-messages' as name, interval '15 minutes' as within,
      (select s.last_run from private.message_sender s) as at
    union all
    select 'retention', interval '3 hours', (select max(r.ran_at) from private.retention_runs r)
    union all
    select s.name, s.within, r.ran_at
    from (values ('seal-device-codes', interval '3 hours'), ('purge-device-codes', interval '26 hours'),
      ('plan-reminders', interval '1 hour'), ('clean-photos', interval '1 hour'),
      ('seal-records', interval '1 hour'))
      as s (name, within)
    left join private.job_runs r on r.name = s.name
  ) j;
  return jsonb_build_object('jobs', planned || own);
end
$$;

-- The database's facts for the page 'Estado', part by part, so that a failing or slow part affects no other. Figures
-- and times only: no paths, secrets or personal data. Admins only; the function system-status evaluates the facts. A
-- message that waits for its next attempt counts as overdue only after the time of that attempt.
create function public.system_status(p_part text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('system-status');
  case p_part
    -- The caller's own claims, which the API has checked: for the functions that act for them.
    when 'access' then
      return (
        select jsonb_object_agg(c.key, c.value) from jsonb_each(current_setting('request.jwt.claims')::jsonb) as c
        where c.key in ('sub', 'session_id', 'aal'));
    when 'database' then
      return jsonb_build_object(
        'bytes', pg_catalog.pg_database_size(current_database()),
        'connections', (select count(*) from pg_catalog.pg_stat_activity a where a.datname = current_database()),
        'max_connections', current_setting('max_connections')::integer,
        'version', split_part(current_setting('server_version'), ' ', 1),
        'checksums', current_setting('data_checksums') = 'on',
        'checksum_failures', (select coalesce(sum(d.checksum_failures), 0) from pg_catalog.pg_stat_database d));
    when 'messages' then
      return private.message_facts();
    when 'documents' then
      return private.tax_facts();
    when 'mail' then
      return private.mail_facts();
    when 'jobs' then
      return private.cron_facts();
    when 'backups' then
      return private.backup_facts();
    when 'records' then
      return private.record_facts();
    when 'retention' then
      return (
        select jsonb_build_object('last_run_at', max(r.ran_at),
          'removed', (select coalesce(sum(v.value::integer), 0) from private.retention_runs q,
            jsonb_each_text(q.removed) v
            where q.ran_at > now() - interval '30 days'))
        from private.retention_runs r);
    else
      raise exception 'Esa parte del estado no existe.' using errcode = '22023';
  end case;
end
$$;
revoke all on function public.system_status from public, anon, authenticated;
grant execute on function public.system_status to authenticated;

-- The newest migration of this database. A hosted project's functions and site are deployed apart from it: 'Estado' and
-- the conformance run compare it with the one that they were made for.
create function public.newest_migration() returns text
language sql stable security definer set search_path = '' as $$
  select max(m.version) from supabase_migrations.schema_migrations m
$$;
revoke all on function public.newest_migration from public, anon, authenticated;
grant execute on function public.newest_migration to service_role;
grant execute on function public.newest_migration to anon, authenticated;

-- How long the statements of a request may take. Anybody can register, and then reads and filters rows of their own: a
-- customer gets the time of an anonymous caller, so that a few of them cannot make the staff wait.

-- The limit of who asks, from the setting of their role; null where the role has none, which means that of
-- authenticator.
create function private.statement_timeout(p_role text, p_account uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  limited text := case
    when p_role = 'authenticated' and not exists (
      select from public.profiles p where p.id = p_account and p.role <> 'customer'
    ) then 'anon'
    else p_role end;
begin
  return (
    select split_part(s.setting, '=', 2) from pg_catalog.pg_roles r, unnest(r.rolconfig) as s (setting)
    where r.rolname = limited and s.setting like 'statement\_timeout=%');
end
$$;
revoke all on function private.statement_timeout from public, anon, authenticated;
grant execute on function private.statement_timeout to authenticator;

-- The embedded server asks before it takes the caller's role.
grant usage on schema private to authenticator;

-- The same for PostgREST, which calls it before each request with the request's role, once the project's setting
-- pgrst.db_pre_request names it (docs/deploy.md).
create function private.limit_request() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('statement_timeout', private.statement_timeout(current_setting('role'), auth.uid()), true);
end
$$;
revoke all on function private.limit_request from public, anon, authenticated;
grant execute on function private.limit_request to anon, authenticated, service_role;

-- Whether the schedule runs its jobs, from what they leave themselves: pg_cron's own tables tell of a call to a
-- function only that it was asked for, and may not be there.

create table private.job_runs (
  name text primary key,
  ran_at timestamptz not null
);
alter table private.job_runs enable row level security;

-- A job has run. Once a minute is enough.
create function private.note_job(p_name text) returns void
language sql security definer set search_path = '' as $$
  insert into private.job_runs (name, ran_at) values (p_name, now())
  on conflict (name) do update set ran_at = excluded.ran_at
  where private.job_runs.ran_at not between now() - interval '1 minute' and now()
$$;

-- Facts about mails for 'Estado': the last delivery of each outcome, with its time and kind of failure, without an
-- address.

create table private.mail_deliveries (
  outcome text primary key check (outcome in ('sent', 'failed')),
  ended_at timestamptz not null,
  failure text check (length(failure) <= 40)
);
alter table private.mail_deliveries enable row level security;

-- A mail of the embedded server has ended. p_failure: the kind of its failure, null if the mail server has taken it.
create function private.note_mail(p_failure text) returns void
language sql security definer set search_path = '' as $$
  insert into private.mail_deliveries (outcome, ended_at, failure)
  values (case when p_failure is null then 'sent' else 'failed' end, now(), p_failure)
  on conflict (outcome) do update set ended_at = excluded.ended_at, failure = excluded.failure
$$;

-- A hosted project sends its mails itself and keeps no outcome. An address that was confirmed after its mail, without
-- an invitation, shows that the mail arrived.
create function private.mail_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'delivered_at', (select d.ended_at from private.mail_deliveries d where d.outcome = 'sent'),
    'failed_at', (select d.ended_at from private.mail_deliveries d where d.outcome = 'failed'),
    'failure', (select d.failure from private.mail_deliveries d where d.outcome = 'failed'),
    'asked_at', (select max(greatest(u.confirmation_sent_at, u.recovery_sent_at)) from auth.users u),
    'confirmed_at', (
      select max(u.email_confirmed_at) from auth.users u
      where u.email_confirmed_at > u.confirmation_sent_at and not exists (
        select from private.account_invitations i where i.user_id = u.id and i.used_at is not null)))
$$;
revoke all on function private.note_mail, private.mail_facts from public, anon, authenticated;
