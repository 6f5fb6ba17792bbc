-- Photos of a device (decision 73): a row says what a photo is, two files in bucket 'order-photos' are it, named
-- '<order>/<photo>' and, for lists, '<order>/<photo>.small'. The row comes first, by add_photo; then its author sends
-- the files, and the function check-photo reads them and keeps the photo, or refuses it. Nobody reads a file before.
-- A photo is never replaced. Files without a row are removed by the schedule (photo_files_left), whatever took the row
-- away: the order's deletion, erasure, retention.

create table public.order_photos (
  id uuid primary key,
  order_id uuid not null references public.service_orders (id) on delete cascade,
  moment text not null check (moment in ('reception', 'repair', 'delivery')),
  -- The person who sends its files.
  added_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  -- The result of check-photo; nothing until then.
  checked_at timestamptz,
  width integer check (width between 1 and 1600),
  height integer check (height between 1 and 1600),
  bytes integer check (bytes between 1 and 1048576),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  check (num_nulls(checked_at, width, height, bytes, sha256) in (0, 5))
);
create index order_photos_order on public.order_photos (order_id, created_at);
create index order_photos_author on public.order_photos (added_by);
create index order_photos_pending on public.order_photos (created_at) where checked_at is null;
create trigger as_readable before insert or update on public.order_photos
  for each row execute function private.as_readable();
alter table public.order_photos enable row level security;
select private.require_session('public.order_photos');
revoke all on public.order_photos from anon, authenticated;
grant all on public.order_photos to service_role;
-- Not who added it: the timeline tells the staff.
grant select (id, order_id, moment, created_at, checked_at, width, height, bytes, sha256)
  on public.order_photos to authenticated;
create policy "whoever may read the order; customers checked ones" on public.order_photos for select to authenticated
  using ((checked_at is not null or (select private.may('desk')))
    and exists (select from public.service_orders o where o.id = order_id));

-- The photo that a file's name belongs to; null for any other name.
create function private.photo_named(p_name text) returns uuid
language sql immutable parallel safe set search_path = '' as $$
  select case
    when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.small)?$'
    then substr(p_name, 38, 36)::uuid end
$$;

-- The order in a file's name.
create function private.order_named(p_name text) returns uuid
language sql immutable parallel safe set search_path = '' as $$
  select case when private.photo_named(p_name) is not null then left(p_name, 36)::uuid end
$$;
grant execute on function private.photo_named, private.order_named to authenticated, service_role;

-- Whether the caller may send this file: of a photo of their own that is not checked yet.
create function private.may_send_photo(p_name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.may('desk') and exists (
    select from public.order_photos p
    where p.id = private.photo_named(p_name) and p.order_id = private.order_named(p_name)
      and p.checked_at is null and p.added_by = (select auth.uid()))
$$;
grant execute on function private.may_send_photo to authenticated;

select private.require_session('storage.objects');
create policy "staff send the files of their own new photos" on storage.objects for insert to authenticated
  with check (bucket_id = 'order-photos' and private.may_send_photo(name));
create policy "whoever may read a checked photo reads its files" on storage.objects for select to authenticated
  using (bucket_id = 'order-photos' and exists (
    select from public.order_photos p
    where p.id = private.photo_named(name) and p.order_id = private.order_named(name) and p.checked_at is not null));

-- Announces a photo, whose files its author then sends. Twelve for each order. p_id: the photo's and the request's.
create function public.add_photo(p_id uuid, p_order_id uuid, p_moment text) returns public.order_photos
language plpgsql security definer set search_path = '' as $$
declare
  photo public.order_photos;
begin
  perform private.require('desk');
  if p_moment is null or p_moment not in ('reception', 'repair', 'delivery') then
    raise exception 'Di de qué momento es la foto.' using errcode = '22023';
  end if;
  if private.claim_row(p_id, 'add_photo', jsonb_build_array(p_order_id, p_moment), 'la foto quedó agregada') then
    perform from public.service_orders o where o.id = p_order_id and o.anonymized_at is null for no key update;
    if not found then
      raise exception 'La orden no existe, o fue anonimizada: no se le agregan fotos.' using errcode = 'P0002';
    end if;
    if (select count(*) from public.order_photos p where p.order_id = p_order_id) >= 12 then
      raise exception 'La orden ya tiene 12 fotos. Quita una antes de agregar otra.' using errcode = '23514';
    end if;
    insert into public.order_photos (id, order_id, moment, added_by)
    values (p_id, p_order_id, p_moment, (select auth.uid()))
    on conflict (id) do nothing;
    if not found then
      perform private.refuse_id();
    end if;
  end if;
  select * into photo from public.order_photos p where p.id = p_id;
  if photo.id is null then
    raise exception 'Esta foto ya no está: se quitó, o su archivo no era una foto. Elígela otra vez.'
      using errcode = '23514';
  end if;
  return photo;
end
$$;
revoke all on function public.add_photo from public, anon, authenticated;
grant execute on function public.add_photo to authenticated;

-- A line of the order's timeline about a photo, by a person.
create function private.add_photo_event(p_order_id uuid, p_person uuid, p_kind text) returns void
language sql security definer set search_path = '' as $$
  insert into public.order_events (order_id, order_number, actor_id, actor_name, actor_role, kind, version)
  select o.id, o.order_number, p.id, p.full_name, p.role, p_kind, o.version
  from public.service_orders o left join public.profiles p on p.id = p_person
  where o.id = p_order_id
$$;

-- Keeps a photo whose files were found to be good: from now on it is read. For the function check-photo. False if it is
-- gone.
create function public.keep_photo(p_id uuid, p_width integer, p_height integer, p_bytes integer, p_sha256 text)
returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  photo public.order_photos;
begin
  select * into photo from public.order_photos p where p.id = p_id for update;
  if photo.id is null or photo.checked_at is not null then
    return photo.id is not null;
  end if;
  update public.order_photos p
  set checked_at = now(), width = p_width, height = p_height, bytes = p_bytes, sha256 = p_sha256
  where p.id = p_id;
  perform private.add_photo_event(photo.order_id, photo.added_by, 'photo_added');
  return true;
end
$$;
revoke all on function public.keep_photo from public, anon, authenticated;
grant execute on function public.keep_photo to service_role;

-- Forgets a photo whose files are none. For the function check-photo.
create function public.refuse_photo(p_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.order_photos p where p.id = p_id and p.checked_at is null
$$;
revoke all on function public.refuse_photo from public, anon, authenticated;
grant execute on function public.refuse_photo to service_role;

-- Removes a photo: the own one, or anybody's for who may delete orders. One that is gone is removed.
create function public.remove_photo(p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  photo public.order_photos;
begin
  perform private.require('desk');
  select * into photo from public.order_photos p where p.id = p_id for update;
  if photo.id is null then
    return;
  end if;
  if photo.added_by is distinct from (select auth.uid()) and not private.may('orders.delete') then
    raise exception 'La foto la quita quien la agregó, o administración.' using errcode = '42501';
  end if;
  delete from public.order_photos p where p.id = p_id;
  if photo.checked_at is not null then
    perform private.add_photo_event(photo.order_id, (select auth.uid()), 'photo_removed');
  end if;
end
$$;
revoke all on function public.remove_photo from public, anon, authenticated;
grant execute on function public.remove_photo to authenticated;

-- Up to a thousand files that belong to no photo. For the function check-photo, which the schedule calls to remove them:
-- only the Storage API removes a file with its row.
create function public.photo_files_left() returns setof text
language sql security definer set search_path = '' as $$
  select private.note_job('clean-photos');
  select o.name from storage.objects o
  where o.bucket_id = 'order-photos' and not exists (
    select from public.order_photos p
    where p.id = private.photo_named(o.name) and p.order_id = private.order_named(o.name))
  order by o.name
  limit 1000
$$;
revoke all on function public.photo_files_left from public, anon, authenticated;
grant execute on function public.photo_files_left to service_role;
