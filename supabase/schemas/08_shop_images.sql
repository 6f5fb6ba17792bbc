-- The shop's logo: an image, named by its content.

create table private.shop_images (
  -- SHA-256 of the content.
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  -- New SVGs are refused; an earlier one is shown while it is the logo.
  type text not null check (type in ('image/svg+xml', 'image/png', 'image/webp')),
  width integer not null check (width between 1 and 4096),
  height integer not null check (height between 1 and 4096),
  content bytea not null check (octet_length(content) between 1 and 262144),
  saved_at timestamptz not null default now()
);
alter table private.shop_images enable row level security;

-- Refuses a logo whose image is not stored, from every writer.
create function private.guard_look() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if jsonb_typeof(new.value -> 'logo') = 'object' then
    perform from private.shop_images i
    where jsonb_build_object('hash', i.hash, 'type', i.type, 'width', i.width, 'height', i.height) = new.value -> 'logo'
    for share;
    if not found then
      raise exception 'La imagen del logo no está guardada aquí. Elige el archivo otra vez.' using errcode = '23514';
    end if;
  end if;
  return new;
end
$$;
create trigger guard_look before insert or update on public.setting_sections
  for each row when (new.section = 'look') execute function private.guard_look();

-- Stores an image for the logo and says what it is. The same image is one, however often it is sent. Images that no
-- version of the settings names are dropped a day after they came. For the function save-settings, which has read type
-- and size in the content.
create function public.save_shop_image(p_actor jsonb, p_request_id uuid, p_content text, p_type text, p_width integer,
  p_height integer)
returns table (hash text, type text, width integer, height integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  content bytea := decode(p_content, 'base64');
  name text := encode(sha256(content), 'hex');
  summary text := 'la imagen quedó guardada';
begin
  perform private.act_as_admin(p_actor);
  if p_type not in ('image/png', 'image/webp') then
    raise exception 'Un logo nuevo es un PNG o un WebP.' using errcode = '23514';
  end if;
  if private.claim_request(p_request_id, 'save_shop_image', to_jsonb(name), summary) then
    -- Waits for a logo that is being saved, whose image is old but then in use.
    perform from public.setting_sections s where s.section = 'look' for update;
    delete from private.shop_images i where i.saved_at < now() - interval '1 day' and i.hash <> name and not exists (
      select from public.setting_changes c where c.section = 'look' and c.after #>> '{logo,hash}' = i.hash);
    insert into private.shop_images as i (hash, type, width, height, content)
    values (name, p_type, p_width, p_height, content)
    on conflict (hash) do update set saved_at = now();
    perform private.finish_request(p_request_id, to_jsonb(name), summary);
  end if;
  return query select i.hash, i.type, i.width, i.height from private.shop_images i where i.hash = name;
end
$$;
revoke all on function public.save_shop_image from public, anon, authenticated;
grant execute on function public.save_shop_image to service_role;

-- An image by its name, for everybody, since the public pages show it.
create function public.shop_image(p_hash text) returns table (type text, content text)
language sql stable security definer set search_path = '' as $$
  select i.type, translate(encode(i.content, 'base64'), E'\n', '') from private.shop_images i where i.hash = p_hash
$$;
revoke all on function public.shop_image from public, anon, authenticated;
grant execute on function public.shop_image to anon, authenticated, service_role;
