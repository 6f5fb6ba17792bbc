SET local check_function_bodies = off;

DROP FUNCTION "private"."differs_by_age"(public.service_orders, private.order_signatures);

CREATE OR REPLACE FUNCTION private.is_still_signed (
  o public.service_orders,
  s private.order_signatures
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select (o.status = 'delivered' or o.status = 'cancelled' and s.moment = 'reception') and exists (
    select from private.sealed_personal p
    cross join private.signed_content(o, s.moment) as c
    cross join lateral (select p.content -> 'signed') as was (signed)
    cross join (
      select array['photos'] || case when o.unrepaired_reason is not null then array['total'] end) as f (free)
    where p.order_id = o.id and p.content ->> 'digest' = s.digest and was.signed - f.free = c - f.free
      and (was.signed -> 'photos' = c -> 'photos' or c -> 'photos' = '[]' and not exists (
        select from public.order_events e
        where e.order_id = o.id and e.kind = 'photo_removed' and e.created_at > s.signed_at)))
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
    -- A device that goes back unrepaired is charged at most a review, which the same save says (ORD-92): not more than
    -- the price that was said, if one was (REC-36).
    if o.unrepaired_reason is not null and coalesce(o.total_amount <= nullif(was.total_amount, 0), true) then
      o.status := was.status;
      o.total_amount := was.total_amount;
    end if;
    return case when private.is_signature_required('delivery') and not private.is_signed(o, 'delivery') then
      case when exists (select from private.order_signatures s where s.order_id = o.id and s.moment = 'delivery')
        then 'La orden cambió después de la firma de la entrega, o esa firma era de otra entrega. Pide la firma otra vez.'
        else 'Falta la firma de quien retira. Pídela en la orden, en «Firmas», y entrega después.' end end;
  end if;
  -- One that was cancelled at reception goes on from there.
  return case when was.status in ('pending', 'cancelled') and o.status not in ('pending', 'cancelled')
    and o.import_key is null and private.is_signature_required('reception')
    and not exists (select from private.order_signatures s where s.order_id = o.id and s.moment = 'reception')
    and o.created_at > coalesce((
      select max(c.changed_at) from public.setting_changes c
      where c.section = 'desk' and c.after #> '{signatures,reception}' = 'true'
        and c.before #> '{signatures,reception}' is distinct from 'true'), '-infinity')
    then case was.status
      when 'pending' then 'Falta la firma de la recepción. Pídela en la orden, en «Firmas», antes de comenzar.'
      else 'Falta la firma de la recepción. Deja la orden pendiente y pide la firma antes de seguir.' end end;
end
$function$;

CREATE OR REPLACE FUNCTION public.order_signatures (
  p_id uuid
)
  RETURNS TABLE (
    id          uuid,
    moment      text,
    signed_at   timestamp with time zone,
    signer_name text,
    strokes     jsonb,
    is_drawn    boolean,
    by_link     boolean,
    is_current  boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.may('desk') and not exists (
    select from public.service_orders o where o.id = p_id and o.customer_rut = private.my_rut()
  ) then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select s.id, s.moment, s.signed_at, s.signer_name, s.strokes, s.is_drawn, s.by_link,
      s.digest = private.content_digest(private.signed_content(o, s.moment))
        and (o.status = 'delivered' or private.is_signed(o, s.moment)) or private.is_still_signed(o, s)
    from private.order_signatures s join public.service_orders o on o.id = s.order_id
    where s.order_id = p_id
    order by s.signed_at desc, s.id;
end
$function$;

REVOKE ALL ON FUNCTION "private"."is_still_signed"(public.service_orders, private.order_signatures) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_still_signed"(public.service_orders, private.order_signatures) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_still_signed"(public.service_orders, private.order_signatures) TO "postgres";
