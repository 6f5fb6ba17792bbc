SET local check_function_bodies = off;

DROP TRIGGER "check_messages" ON "public"."setting_sections";

ALTER TABLE "private"."shop_images"
  DROP CONSTRAINT "shop_images_type_check";

ALTER TABLE "public"."setting_changes"
  DROP CONSTRAINT "setting_changes_section_fkey";

ALTER TABLE "public"."setting_sections"
  DROP CONSTRAINT "setting_sections_section_fkey";

DROP FUNCTION "private"."are_stretches_apart"(jsonb);

DROP FUNCTION "private"."check_hours"(jsonb);

DROP FUNCTION "private"."check_message_settings"();

DROP FUNCTION "private"."check_services"(jsonb);

DROP FUNCTION "private"."check_setting"(text, jsonb);

DROP FUNCTION "private"."is_plain_style"(text);

DROP FUNCTION "private"."is_svg_element"(text);

DROP FUNCTION "private"."main_color_contrast"(text);

DROP FUNCTION "private"."png_size"(bytea);

DROP FUNCTION "private"."shape_fault"(jsonb, jsonb, text);

DROP FUNCTION "private"."svg_attribute_fault"(text, text, text);

DROP FUNCTION "private"."svg_fault"(text);

DROP FUNCTION "private"."svg_size"(text);

DROP FUNCTION "public"."save_setting_section"(uuid, text, jsonb, integer);

DROP FUNCTION "public"."save_shop_image"(uuid, text);

DROP FUNCTION "public"."undo_setting_change"(uuid, bigint);

DROP TABLE "private"."setting_shapes";

CREATE OR REPLACE FUNCTION private.act_as_admin (
  p_actor jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform set_config('request.jwt.claims', coalesce(p_actor, '{}')::text, true);
  perform private.require_admin();
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_look()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.guard_setting_section()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if octet_length(new.value::text) > 131072 then
    raise exception 'Es demasiado para guardarlo. Acorta los textos o quita elementos.' using errcode = '23514';
  end if;
  new.version := case tg_op when 'INSERT' then 1 else old.version + 1 end;
  new.changed_at := now();
  new.changed_by := (select auth.uid());
  new.changed_by_name := (select p.full_name from public.profiles p where p.id = new.changed_by);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.preview_retention (
  p_value jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return (
    select coalesce(jsonb_object_agg(t.key, case t.key
      when 'message_days' then (
        select count(*) from public.whatsapp_messages m
        where m.created_at < t.since and m.state not in ('queued', 'sending') and m.params <> '{}'
      ) + (select count(*) from public.whatsapp_replies r where r.received_at < t.since)
        + (select count(*) from public.notifications n where n.created_at < t.since)
        + (select count(*) from public.appointments a where a.customer_id is null and a.appointment_date < t.since)
      when 'activity_days' then (select count(*) from private.activity_entries e where e.created_at < t.since) + (
        select count(*) from public.order_events e
        where e.created_at < t.since and e.changes <> private.impersonal_changes(e.changes)
          and not exists (select from public.service_orders o where o.id = e.order_id)
      ) + (select count(*) from private.site_changes c where c.asked_at < t.since)
      when 'origin_days' then (
        select count(*) from public.decision_origins g join public.decision_history d on d.id = g.decision_id
        where d.created_at < t.since
      )
      when 'look_days' then (select count(*) from private.looks l where l.looked_at < t.since)
      when 'session_days' then (
        select count(*) from auth.sessions s
        where s.not_after < now() or greatest(s.created_at, s.updated_at, (
          select u.last_used_at from private.session_use u where u.session_id = s.id
        )) < t.since
      )
      when 'order_years' then (
        select count(*) from public.service_orders o
        where o.anonymized_at is null and o.status = any (private.statuses_in('closed'))
          and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at) < t.since
      )
      when 'device_code_days' then (
        select count(*) from public.service_orders o
        where o.device_code_stored and o.status = any (private.statuses_in('closed'))
          and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at) < t.since
      )
    end), '{}')
    from (
      select k.key, private.kept_since_by(k.key, k.figure::integer) as since
      from jsonb_each_text(p_value - 'site_url' - 'staff_idle_minutes' - 'mail_days') as k (key, figure)
      where k.figure::integer < private.kept_for(k.key)
    ) as t
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.save_setting_section (
  p_actor      jsonb,
  p_request_id uuid,
  p_section    text,
  p_value      jsonb,
  p_version    integer
)
  RETURNS TABLE (
    saved           boolean,
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
  row public.setting_sections;
  summary text := 'los ajustes quedaron guardados';
begin
  perform private.act_as_admin(p_actor);
  select * into row from public.setting_sections s where s.section = p_section for update;
  if row.section is null or p_value is null then
    raise exception 'Esa sección de los ajustes no existe.' using errcode = '22023';
  end if;
  -- Not claimed when it is refused: the form sends another version under the same id after its conflict is solved.
  if private.request_result(p_request_id) is null and row.version is distinct from p_version and row.value <> p_value then
    return query select false, row.value, row.version, row.changed_at, row.changed_by_name;
    return;
  end if;
  if private.claim_request(p_request_id, 'save_setting_section',
    jsonb_build_array(p_section, p_value, p_version), summary) then
    if row.value <> p_value then
      update public.setting_sections s set value = p_value where s.section = p_section returning * into row;
    end if;
    perform private.finish_request(p_request_id, to_jsonb(row.version), summary);
  end if;
  return query
    select true, c.after, c.version, c.changed_at, c.changed_by_name from public.setting_changes c
    where c.section = p_section
      and c.version = coalesce((private.request_result(p_request_id) #>> '{}')::integer, row.version);
end
$function$;

REVOKE ALL ON FUNCTION "public"."save_setting_section"(jsonb, uuid, text, jsonb, integer) FROM PUBLIC, "anon", "authenticated";

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

REVOKE ALL ON FUNCTION "public"."save_shop_image"(jsonb, uuid, text, text, integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.shop_facts()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('revision', left(encode(sha256(convert_to(f.facts::text, 'UTF8')), 'hex'), 16), 'facts', f.facts)
  from (
    select jsonb_object_agg(s.section, case s.section
      when 'terms' then s.value || jsonb_build_object('version', s.version) else s.value end) as facts
    from public.setting_sections s where s.section in ('shop', 'look', 'landing', 'hours', 'services', 'terms')
  ) as f
$function$;

CREATE OR REPLACE FUNCTION public.system_status (
  p_part text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  case p_part
    -- The caller's own claims, which the API has checked: for the functions that act for them.
    when 'access' then
      return (
        select jsonb_object_agg(c.key, c.value) from jsonb_each(current_setting('request.jwt.claims')::jsonb) as c
        where c.key in ('sub', 'session_id', 'aal'));
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
$function$;

CREATE OR REPLACE FUNCTION public.undo_setting_change (
  p_actor      jsonb,
  p_request_id uuid,
  p_change_id  bigint,
  p_checked    jsonb  DEFAULT NULL::jsonb
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
  parts jsonb;
  summary text := 'el cambio quedó deshecho';
begin
  perform private.act_as_admin(p_actor);
  select * into change from public.setting_changes c where c.id = p_change_id;
  if change.before is null then
    raise exception 'Ese cambio no existe, o es el valor inicial.' using errcode = 'P0002';
  end if;
  select * into row from public.setting_sections s where s.section = change.section for update;
  if private.request_result(p_request_id) is null then
    -- A part that one side lacks stands for itself as null: no part of a section is null and absent at once.
    select jsonb_object_agg(k.name, change.before -> k.name) into parts
    from jsonb_object_keys(change.before || change.after) as k (name)
    where change.before -> k.name is distinct from change.after -> k.name;
    if exists (select from jsonb_object_keys(parts) as k (name)
      where row.value -> k.name is distinct from change.after -> k.name) then
      raise exception 'Lo que cambió entonces se ha vuelto a cambiar. Deshaz primero el cambio más nuevo.'
        using errcode = '23514';
    end if;
    if row.value || parts is distinct from p_checked then
      return query select false, row.section, row.value || parts, row.version, row.changed_at, row.changed_by_name;
      return;
    end if;
  end if;
  if private.claim_request(p_request_id, 'undo_setting_change', to_jsonb(p_change_id), summary) then
    update public.setting_sections s set value = row.value || parts where s.section = change.section returning * into row;
    update public.setting_changes c set undoes = p_change_id where c.section = row.section and c.version = row.version;
    perform private.finish_request(p_request_id, to_jsonb(row.version), summary);
  end if;
  return query
    select true, c.section, c.after, c.version, c.changed_at, c.changed_by_name from public.setting_changes c
    where c.section = change.section
      and c.version = coalesce((private.request_result(p_request_id) #>> '{}')::integer, row.version);
end
$function$;

REVOKE ALL ON FUNCTION "public"."undo_setting_change"(jsonb, uuid, bigint, jsonb) FROM PUBLIC, "anon", "authenticated";

ALTER TABLE "private"."shop_images"
  ADD CONSTRAINT "shop_images_type_check" CHECK ((type = ANY (ARRAY['image/svg+xml'::text, 'image/png'::text, 'image/webp'::text])));

ALTER TABLE "public"."setting_sections"
  ADD CONSTRAINT "setting_sections_value_check" CHECK ((jsonb_typeof(value) = 'object'::text));

REVOKE ALL ON FUNCTION "private"."act_as_admin"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."act_as_admin"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."act_as_admin"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "public"."save_setting_section"(jsonb, uuid, text, jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_setting_section"(jsonb, uuid, text, jsonb, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_setting_section"(jsonb, uuid, text, jsonb, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_shop_image"(jsonb, uuid, text, text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_shop_image"(jsonb, uuid, text, text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_shop_image"(jsonb, uuid, text, text, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_setting_change"(jsonb, uuid, bigint, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_setting_change"(jsonb, uuid, bigint, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_setting_change"(jsonb, uuid, bigint, jsonb) TO "service_role";
