SET local check_function_bodies = off;

DROP FUNCTION "public"."undo_setting_change"(jsonb, uuid, bigint, jsonb);

CREATE OR REPLACE FUNCTION public.save_shop_image (
  p_actor      jsonb,
  p_request_id uuid,
  p_content    text,
  p_type       text,
  p_width      integer,
  p_height     integer
)
  RETURNS TABLE (
    hash   text,
    type   text,
    width  integer,
    height integer
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.undo_setting_change (
  p_actor      jsonb,
  p_request_id uuid,
  p_change_id  bigint,
  p_checked    jsonb  DEFAULT NULL::jsonb,
  p_value      jsonb  DEFAULT NULL::jsonb
)
  RETURNS TABLE (
    saved           boolean,
    section         text,
    value           jsonb,
    version         integer,
    changed_at      timestamp with time zone,
    changed_by_name text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  change public.setting_changes;
  row public.setting_sections;
  -- The parts that it changed.
  parts text[];
  restored jsonb;
  summary text := 'el cambio quedó deshecho';
begin
  perform private.act_as_admin(p_actor);
  select * into change from public.setting_changes c where c.id = p_change_id;
  if change.before is null then
    raise exception 'Ese cambio no existe, o es el valor inicial.' using errcode = 'P0002';
  end if;
  select * into row from public.setting_sections s where s.section = change.section for update;
  if private.request_result(p_request_id) is null then
    select coalesce(array_agg(k.name), '{}') into parts from jsonb_object_keys(change.before || change.after) as k (name)
    where change.before -> k.name is distinct from change.after -> k.name;
    if exists (select from unnest(parts) as k (name)
      where row.value -> k.name is distinct from change.after -> k.name) then
      raise exception 'Lo que cambió entonces se ha vuelto a cambiar. Deshaz primero el cambio más nuevo.'
        using errcode = '23514';
    end if;
    -- A part that was not there yet goes: the section has gained a field.
    select row.value - parts || coalesce(jsonb_object_agg(k.name, change.before -> k.name), '{}') into restored
    from unnest(parts) as k (name) where change.before ? k.name;
    if restored is distinct from p_checked then
      return query select false, row.section, restored, row.version, row.changed_at, row.changed_by_name;
      return;
    end if;
  end if;
  if private.claim_request(p_request_id, 'undo_setting_change', to_jsonb(p_change_id), summary) then
    update public.setting_sections s set value = coalesce(p_value, restored) where s.section = change.section
    returning * into row;
    update public.setting_changes c set undoes = p_change_id where c.section = row.section and c.version = row.version;
    perform private.finish_request(p_request_id, to_jsonb(row.version), summary);
  end if;
  return query
    select true, c.section, c.after, c.version, c.changed_at, c.changed_by_name from public.setting_changes c
    where c.section = change.section
      and c.version = coalesce((private.request_result(p_request_id) #>> '{}')::integer, row.version);
end
$function$;

REVOKE ALL ON FUNCTION "public"."undo_setting_change"(jsonb, uuid, bigint, jsonb, jsonb) FROM PUBLIC, "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_setting_change"(jsonb, uuid, bigint, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_setting_change"(jsonb, uuid, bigint, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_setting_change"(jsonb, uuid, bigint, jsonb, jsonb) TO "service_role";
