-- Photos sent with a message (REC-57, decision 73): whoever has the link of a message sees the photos that were chosen
-- for it, without a session, for a week. The function shared-photos reads the link and gives out signed addresses of
-- these files alone: no policy of Storage knows of links.

create table private.photo_links (
  -- Also of the request that made it.
  id uuid primary key,
  order_id uuid not null references public.service_orders (id) on delete cascade,
  -- SHA-256 of the link's last part, which only the message has.
  hash bytea not null unique,
  sent_by uuid references public.staff_names (id),
  -- Not the transaction's: of two senders the one that had the order's lock last is the newest.
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index photo_links_order on private.photo_links (order_id, created_at);
create index photo_links_sent_by on private.photo_links (sent_by);
create index photo_links_expiry on private.photo_links (expires_at);
alter table private.photo_links enable row level security;

create table private.photo_link_photos (
  link_id uuid not null references private.photo_links (id) on delete cascade,
  photo_id uuid not null references public.order_photos (id) on delete cascade,
  primary key (link_id, photo_id)
);
create index photo_link_photos_photo on private.photo_link_photos (photo_id);
alter table private.photo_link_photos enable row level security;

-- The last part of a link to photos: another key than those of quotes, receipts and signatures.
create function private.photo_token(p_link_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select left(encode(extensions.hmac(convert_to('fotos ' || p_link_id, 'UTF8'), s.secret, 'sha256'), 'hex'), 40)
  from private.link_secret s
$$;

-- The last part of an order's newest link to photos, for its message; an example if it has none.
create function private.newest_photo_token(p_order_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select private.photo_token(l.id) from private.photo_links l where l.order_id = p_order_id
    order by l.created_at desc limit 1), 'ejemplo')
$$;
revoke all on function private.photo_token, private.newest_photo_token from public, anon, authenticated;

-- Sends a message with a link to some of an order's photos, once for each id, which becomes the link's. Staff only.
create function public.send_photos(p_id uuid, p_order_id uuid, p_photos uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  chosen constant uuid[] := array(select distinct c.id from unnest(p_photos) as c (id) order by 1);
  o public.service_orders;
begin
  perform private.require('messages');
  if not private.claim_row(p_id, 'send_photos', jsonb_build_array(p_order_id, chosen), 'las fotos se enviaron') then
    return;
  end if;
  select * into o from public.service_orders s
  where s.id = p_order_id and s.anonymized_at is null for no key update;
  if o.id is null then
    raise exception 'La orden no existe, o fue anonimizada: no se envían sus fotos.' using errcode = 'P0002';
  end if;
  if private.message_setting('photos_sent') -> 'enabled' is distinct from 'true' then
    raise exception 'El mensaje con fotos está apagado. Administración lo enciende en Ajustes, Mensajes.'
      using errcode = '23514';
  end if;
  if cardinality(chosen) = 0 then
    raise exception 'Elige al menos una foto.' using errcode = '23514';
  end if;
  perform from public.order_photos p where p.id = any (chosen) order by p.id for key share;
  if (select count(*) from public.order_photos p
    where p.id = any (chosen) and p.order_id = o.id and p.checked_at is not null) < cardinality(chosen) then
    raise exception 'Una de las fotos elegidas ya no está. Elige otra vez.' using errcode = '23514';
  end if;
  insert into private.photo_links (id, order_id, hash, sent_by, expires_at)
  values (p_id, o.id, sha256(convert_to(private.photo_token(p_id), 'UTF8')), (select auth.uid()),
    now() + interval '7 days')
  on conflict (id) do nothing;
  if not found then
    perform private.refuse_id();
  end if;
  insert into private.photo_link_photos (link_id, photo_id) select p_id, c.id from unnest(chosen) as c (id);
  perform private.queue_order_message(o, 'photos_sent');
  perform private.add_photo_event(o.id, (select auth.uid()), 'photos_sent');
end
$$;
revoke all on function public.send_photos from public, anon, authenticated;
grant execute on function public.send_photos to authenticated;

-- What a link shows, for the function shared-photos: { state: 'open', order_number, expires_at, photos: [{ id, moment,
-- name, width, height }] }, whose names are those of the files. Of a link that shows nothing any more the state alone:
-- 'expired', 'gone' (the photos were removed or erased), 'unknown'.
create function public.shared_photos(p_token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  link private.photo_links;
  photos jsonb;
begin
  select * into link from private.photo_links l where l.hash = sha256(convert_to(p_token, 'UTF8'));
  if link.id is null then
    return '{"state": "unknown"}';
  elsif link.expires_at <= now() then
    return '{"state": "expired"}';
  end if;
  select jsonb_agg(jsonb_build_object('id', p.id, 'moment', p.moment, 'name', p.order_id || '/' || p.id,
    'width', p.width, 'height', p.height) order by p.created_at, p.id) into photos
  from private.photo_link_photos s
  join public.order_photos p on p.id = s.photo_id and p.order_id = link.order_id and p.checked_at is not null
  join public.service_orders o on o.id = p.order_id and o.anonymized_at is null
  where s.link_id = link.id;
  return case when photos is null then '{"state": "gone"}' else jsonb_build_object('state', 'open',
    'order_number', (select o.order_number from public.service_orders o where o.id = link.order_id),
    'expires_at', link.expires_at, 'photos', photos) end;
end
$$;
revoke all on function public.shared_photos from public, anon, authenticated;
grant execute on function public.shared_photos to service_role;
