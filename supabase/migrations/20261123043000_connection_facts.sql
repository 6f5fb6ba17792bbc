-- What the settings tell of the connection to WhatsApp: the last success and failure, and whether webhooks arrive.

create table private.webhook_receipts (
  only_row boolean primary key default true check (only_row),
  last_at timestamptz not null
);
alter table private.webhook_receipts enable row level security;

-- A webhook with a valid signature has arrived. Once a minute is enough: many arrive at once.
create function public.record_webhook() returns void
language sql security definer set search_path = '' as $$
  insert into private.webhook_receipts (last_at) values (now())
  on conflict (only_row) do update set last_at = excluded.last_at
  where private.webhook_receipts.last_at not between now() - interval '1 minute' and now()
$$;
revoke all on function public.record_webhook from public, anon, authenticated;
grant execute on function public.record_webhook to service_role;

-- Figures of the outbox. A message that waits for its next attempt or for the end of the quiet hours is not overdue: it
-- counts by when that is. Failed tests ask nobody to call a customer.
create function private.message_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'queued', count(*) filter (where m.state in ('queued', 'sending')),
    'held', count(*) filter (where m.state = 'queued' and m.not_before > now()),
    'failed', count(*) filter (where m.state = 'failed' and m.failed_at > now() - interval '7 days'
      and m.order_id is not null),
    'oldest_at', min(m.created_at) filter (where m.state in ('queued', 'sending')),
    'overdue_at', min(greatest(m.next_attempt_at, m.not_before)) filter (where m.state = 'queued'),
    'last_run_at', (select s.last_run from private.message_sender s),
    'last_sent_at', max(m.sent_at),
    'last_webhook_at', (select w.last_at from private.webhook_receipts w))
    || coalesce((
      select jsonb_build_object('last_failed_at', f.failed_at, 'last_error_code', f.error_code,
        'last_error', f.error_message)
      from public.whatsapp_messages f where f.failed_at is not null order by f.failed_at desc limit 1
    ), '{}')
  from public.whatsapp_messages m
$$;

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
