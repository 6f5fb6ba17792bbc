-- What 'Estado' tells of mails. Of each outcome the last one is kept, without an address: when, and the kind of failure.

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

-- A hosted project sends its mails itself and keeps no outcome. That one arrived is known when somebody used its link:
-- an address that was confirmed after its mail, by no invitation.
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

-- What the page 'Estado' shows of the database's side, part by part, so that one that fails or is slow takes no other
-- with it. Figures and times only: no path, no secret, nobody's data. Admins only; the judging is the function
-- system-status's.
create or replace function public.system_status(p_part text) returns jsonb
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
      return private.message_facts();
    when 'mail' then
      return private.mail_facts();
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
