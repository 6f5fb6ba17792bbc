-- The feed of the local realtime bridge; hosted Supabase reads its write-ahead log instead. Lives outside the migrations,
-- which only say which tables are published. A notification carries keys: 8,000 bytes is its limit, and who may see the
-- row is asked for each subscriber.
create schema if not exists realtime;

create or replace function realtime.notify_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb := case tg_op when 'DELETE' then pg_catalog.to_jsonb(old) else pg_catalog.to_jsonb(new) end;
  key jsonb;
begin
  select pg_catalog.jsonb_object_agg(name, changed -> name) into key from pg_catalog.unnest(tg_argv) as name;
  perform pg_catalog.pg_notify(
    'taller_realtime',
    pg_catalog.json_build_object('type', tg_op, 'schema', tg_table_schema, 'table', tg_table_name, 'key', key, 'at', pg_catalog.now())::text
  );
  return null;
end
$$;
revoke all on function realtime.notify_change() from public;
