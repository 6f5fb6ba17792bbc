SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.differs_by_age (
  o public.service_orders,
  s private.order_signatures
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select o.status = any (private.statuses_in('closed')) and exists (
    select from private.sealed_personal p cross join private.signed_content(o, s.moment) as c
    where p.order_id = o.id and p.content ->> 'digest' = s.digest and c -> 'photos' = '[]'
      and (p.content -> 'signed') - 'photos' = c - 'photos')
    and not exists (select from public.order_events e
      where e.order_id = o.id and e.kind = 'photo_removed' and e.created_at > s.signed_at)
$function$;

CREATE OR REPLACE FUNCTION private.intake_obstacle (
  o public.service_orders
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case
    when not private.may('orders.take-back') then 'Solo recepción deshace un ingreso.'
    when o.receptionist_id is distinct from (select auth.uid()) or o.import_key is not null
      then 'Solo puede deshacer el ingreso quien recibió el equipo.'
    when o.created_at < now() - interval '15 minutes'
      then 'Pasaron más de 15 minutos desde el ingreso: pide a administración que elimine la orden.'
    when o.status <> 'pending' or o.quoted_at is not null or exists (
      select from public.order_events e where e.order_id = o.id and e.kind in ('status', 'decision'))
      then 'El trabajo ya comenzó: la orden cambió de estado.'
    when o.advance_payment + o.final_payment > 0
      then 'La orden tiene un pago. Si devolviste el dinero, deja el abono en $0 y vuelve a intentar.'
    when exists (select from public.order_events e where e.order_id = o.id and e.kind = 'signed')
      then 'La orden ya se firmó: pide a administración que la elimine.'
    when exists (select from public.order_events e
      where e.order_id = o.id and e.actor_id is distinct from (select auth.uid()))
      then 'Otra persona ya trabajó en esta orden: pide a administración que la elimine.'
    when exists (select from public.inventory_movements m where m.order_id = o.id)
      then 'La orden tiene repuestos: pide a administración que la elimine.'
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
        and (o.status = 'delivered' or private.is_signed(o, s.moment)) or private.differs_by_age(o, s)
    from private.order_signatures s join public.service_orders o on o.id = s.order_id
    where s.order_id = p_id
    order by s.signed_at desc, s.id;
end
$function$;

REVOKE ALL ON FUNCTION "private"."differs_by_age"(public.service_orders, private.order_signatures) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."differs_by_age"(public.service_orders, private.order_signatures) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."differs_by_age"(public.service_orders, private.order_signatures) TO "postgres";
