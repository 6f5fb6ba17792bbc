-- Whether the schedule runs its jobs, from what they leave themselves: pg_cron's own tables tell of a call to a function
-- only that it was asked for, and may not be there.

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

create or replace function public.purge_device_codes() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  purged integer;
begin
  update public.service_orders o set device_code_stored = false
  where o.device_code_stored and o.status = any (private.statuses_in('closed'))
    and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at)
      < now() - make_interval(days => coalesce(private.shop_setting('device_code_days'), '30')::integer);
  get diagnostics purged = row_count;
  perform private.note_job('purge-device-codes');
  return purged;
end
$$;

-- The last step of sealing codes anew, which notes that it ran.
create or replace function public.drop_device_code_keys() returns setof text
language sql security definer set search_path = '' as $$
  select private.note_job('seal-device-codes');
  delete from public.device_code_keys k
  where k.retired_at is not null and not exists (select from private.device_codes c where c.key_id = k.id)
  returning k.id
$$;

-- The jobs that docs/deploy.md schedules: when each last ran, and whether it is late by its own schedule. To it, of every
-- job of pg_cron, what its tables tell. The embedded server runs its own jobs and tells of those.
create or replace function private.cron_facts() returns jsonb
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
    from (values ('seal-device-codes', interval '3 hours'), ('purge-device-codes', interval '26 hours'))
      as s (name, within)
    left join private.job_runs r on r.name = s.name
  ) j;
  return jsonb_build_object('jobs', planned || own);
end
$$;
