-- A message that waits for its next attempt is not stuck: 'Estado' judges by when the first one should have gone.
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
          'removed', (select coalesce(sum(v.value::integer), 0) from private.retention_runs q, jsonb_each_text(q.removed) v
            where q.ran_at > now() - interval '30 days'))
        from private.retention_runs r);
    else
      raise exception 'No existe esa parte del estado: %', p_part using errcode = '22023';
  end case;
end
$$;
