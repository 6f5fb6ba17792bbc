SET local check_function_bodies = off;

DROP TRIGGER "guard_service_order_signatures" ON "public"."service_orders";

DROP FUNCTION "private"."missing_signature"(public.service_orders, text);

CREATE OR REPLACE FUNCTION private.guard_signatures()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  problem constant text := case when private.is_api_caller() then private.missing_signature(old, new) end;
begin
  if problem is not null then
    raise exception '%', problem using errcode = '23514';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.missing_signature (
  was public.service_orders,
  o   public.service_orders
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if o.status = 'delivered' then
    return case when private.is_signature_required('delivery') and not private.is_signed(o, 'delivery') then
      case when exists (select from private.order_signatures s where s.order_id = o.id and s.moment = 'delivery')
        then 'La orden cambió después de la firma de la entrega, o esa firma era de otra entrega. Pide la firma otra vez.'
        else 'Falta la firma de quien retira. Pídela en la orden, en «Firmas», y entrega después.' end end;
  end if;
  return case when was.status = 'pending' and o.status <> 'cancelled' and o.import_key is null
    and private.is_signature_required('reception')
    and not exists (select from private.order_signatures s where s.order_id = o.id and s.moment = 'reception')
    and o.created_at > coalesce((
      select max(c.changed_at) from public.setting_changes c
      where c.section = 'desk' and c.after #> '{signatures,reception}' = 'true'
        and c.before #> '{signatures,reception}' is distinct from 'true'), '-infinity')
    then 'Falta la firma de la recepción. Pídela en la orden, en «Firmas», antes de comenzar.' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.sign_orders (
  p_order_id uuid,
  p_moment   text,
  p_digest   text,
  p_name     text,
  p_strokes  jsonb,
  p_asked_by uuid,
  p_by_link  boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_name constant text := private.written(private.without_controls(p_name, false));
  v_strokes constant jsonb := nullif(p_strokes, 'null');
  v_kind constant text := case p_moment when 'reception' then 'reception' else 'collection' end;
  signing jsonb;
  content jsonb;
  o public.service_orders;
begin
  if coalesce(length(v_name), 0) not between 3 and 120 then
    raise exception 'Escribe el nombre de quien firma, en hasta 120 letras.' using errcode = '23514';
  end if;
  if v_strokes is not null and not private.are_strokes(v_strokes) then
    raise exception 'La firma no se entiende, o es demasiado larga. Bórrala y firma otra vez.' using errcode = '23514';
  end if;
  perform from public.service_orders s where s.id in (
    select p_order_id union select m.order_id from private.visit_mates(p_order_id) as m) order by s.id for no key update;
  select * into o from public.service_orders s where s.id = p_order_id;
  if o.id is null or o.anonymized_at is not null then
    raise exception 'La orden no existe, o sus datos se borraron: ya no se firma.' using errcode = 'P0002';
  end if;
  signing := private.signing_of(p_order_id, p_moment);
  if signing -> 'orders' = '[]' then
    raise exception '%', case when o.status = 'delivered' then 'El equipo ya se entregó: no queda nada por firmar.'
      when private.is_signed(o, p_moment) then 'La orden ya está firmada como está ahora.'
      else 'La orden está cancelada: su recepción ya no se firma.' end using errcode = '23514';
  end if;
  if p_digest is distinct from signing ->> 'digest' then
    raise exception 'La orden cambió mientras se firmaba. Lee cómo quedó y firma otra vez.' using errcode = '23514';
  end if;
  -- As it was shown: photos and terms, which nothing locks, may have changed since.
  for content in select e.value from jsonb_array_elements(signing -> 'orders') as e loop
    select * into o from public.service_orders s where s.order_number = (content ->> 'number')::integer;
    -- What is signed is what the slip prints from now on.
    insert into private.printed_terms (order_id, change_id)
    select o.id, t.id from public.setting_changes t
    where t.section = 'terms' and t.version = (content ->> 'terms')::integer
    on conflict (order_id) do nothing;
    insert into private.order_signatures
      (order_id, moment, digest, strokes, signer_name, is_drawn, by_link, asked_by)
    values (o.id, p_moment, private.content_digest(content), v_strokes, v_name, v_strokes is not null, p_by_link,
      p_asked_by);
    perform private.queue_record(o, v_kind,
      jsonb_build_object('equipment_type', o.equipment_type, 'equipment_brand', o.equipment_brand,
        'equipment_model', o.equipment_model, 'photos', content -> 'photos', 'terms_version', content -> 'terms',
        'is_drawn', v_strokes is not null, 'by_link', p_by_link),
      jsonb_build_object('signed', content, 'digest', private.content_digest(content), 'signer_name', v_name,
        'strokes', v_strokes),
      private.last_record(o.id, array[v_kind]));
    perform private.add_order_event(o, 'signed',
      jsonb_build_object(p_moment || '_signature', jsonb_build_array(null, v_name)));
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.signing_of (
  p_order_id uuid,
  p_moment   text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with contents as (
    select coalesce(jsonb_agg(private.signed_content(o, p_moment) order by o.order_number), '[]') as list
    from private.signing_orders(p_order_id, p_moment) as o
  )
  select jsonb_build_object('moment', p_moment, 'orders', c.list,
    'digest', private.content_digest(jsonb_build_array(p_moment, c.list)), 'terms', (
      select coalesce(jsonb_agg(a.item order by a.version, a.place), '[]') from (
        select i.value as item, min(t.version) as version, min(i.place) as place
        from public.setting_changes t
        cross join lateral jsonb_array_elements(t.after -> 'items') with ordinality as i (value, place)
        where t.section = 'terms'
          and t.version in (select (o.value ->> 'terms')::integer from jsonb_array_elements(c.list) as o)
        group by i.value) as a))
  from contents c
$function$;

CREATE TRIGGER guard_service_order_signatures
  AFTER UPDATE ON public.service_orders
  FOR EACH ROW
  WHEN ((new.status <> old.status))
  EXECUTE FUNCTION private.guard_signatures();

REVOKE ALL ON FUNCTION "private"."missing_signature"(public.service_orders, public.service_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."missing_signature"(public.service_orders, public.service_orders) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."missing_signature"(public.service_orders, public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."missing_signature"(public.service_orders, public.service_orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."missing_signature"(public.service_orders, public.service_orders) TO "service_role";
