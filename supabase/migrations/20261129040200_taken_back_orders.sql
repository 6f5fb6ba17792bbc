-- Reception takes back an order that was taken in by mistake (ORD-121): its own, in the first 15 minutes, while nothing
-- was done with it. It is deleted, with its messages that wait, and the log keeps who did it and why.

-- Why the caller cannot take an order back; null if it can.
create function private.intake_obstacle(o public.service_orders) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when private.my_role() is distinct from 'receptionist' then 'Solo recepción deshace un ingreso.'
    when o.receptionist_id is distinct from (select auth.uid()) or o.import_key is not null
      then 'Solo puede deshacer el ingreso quien recibió el equipo.'
    when o.created_at < now() - interval '15 minutes'
      then 'Pasaron más de 15 minutos desde el ingreso: pide a administración que elimine la orden.'
    when o.status <> 'pending' or o.quoted_at is not null or exists (
      select from public.order_events e where e.order_id = o.id and e.kind in ('status', 'decision'))
      then 'El trabajo ya comenzó: la orden cambió de estado.'
    when o.advance_payment + o.final_payment > 0
      then 'La orden tiene un pago. Si devolviste el dinero, deja el abono en $0 y vuelve a intentar.'
    when exists (select from public.order_events e
      where e.order_id = o.id and e.actor_id is distinct from (select auth.uid()))
      then 'Otra persona ya trabajó en esta orden: pide a administración que la elimine.'
    when exists (select from public.inventory_movements m where m.order_id = o.id)
      then 'La orden tiene repuestos: pide a administración que la elimine.'
  end
$$;
revoke all on function private.intake_obstacle(public.service_orders) from public, anon, authenticated;

-- For the dialog: why not, and whether the customer was told of the intake already.
create function public.intake_state(p_order_id uuid) returns table (obstacle text, is_told boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query select private.intake_obstacle(o), exists (
    select from public.whatsapp_messages m where m.order_id = o.id and m.state in ('sending', 'sent', 'delivered', 'read'))
  from public.service_orders o where o.id = p_order_id;
end
$$;
revoke all on function public.intake_state from public, anon, authenticated;
grant execute on function public.intake_state to authenticated;

-- Sent twice it happens once.
create function public.take_back_order(p_order_id uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
  reason text := nullif(btrim(p_reason, E' \t\r\n'), '');
  obstacle text;
begin
  if private.my_role() is distinct from 'receptionist' then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if reason is null or length(reason) > 500 then
    raise exception 'Escribe por qué deshaces el ingreso, en hasta 500 letras.' using errcode = '23514';
  end if;
  select * into target from public.service_orders o where o.id = p_order_id for update;
  if target.id is null then
    if exists (select from public.order_events e where e.order_id = p_order_id and e.kind = 'deleted'
        and e.actor_id = (select auth.uid())) then
      return;
    end if;
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
  obstacle := private.intake_obstacle(target);
  if obstacle is not null then
    raise exception '%', obstacle using errcode = '23514';
  end if;
  delete from public.service_orders o where o.id = p_order_id;
  update public.order_events e
  set changes = e.changes || jsonb_build_object('reason', jsonb_build_array(null, reason))
  where e.order_id = p_order_id and e.kind = 'deleted';
end
$$;
revoke all on function public.take_back_order from public, anon, authenticated;
grant execute on function public.take_back_order to authenticated;
