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
revoke all on private.backup_run from anon, authenticated, service_role;

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
revoke all on function public.backup_status() from public, anon, authenticated;
grant execute on function public.backup_status() to authenticated;
