-- 'Enviar ahora' sends a message that waits for 'Deshacer' as well, and ends the time to take its change back.
create or replace function public.send_message_now(p_id uuid) returns public.whatsapp_messages
language plpgsql security definer set search_path = '' as $$
declare
  released public.whatsapp_messages;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  update public.whatsapp_messages m
  set is_urgent = true, queued_at = now(), state = 'queued', held_until = null,
    attempts = case m.state when 'expired' then 0 else m.attempts end,
    next_attempt_at = case m.state when 'expired' then now() else m.next_attempt_at end,
    phone = coalesce((select private.whatsapp_phone(o.customer_phone) from public.service_orders o
      where o.id = m.order_id), m.phone)
  where m.id = p_id and m.state in ('queued', 'expired')
  returning m.* into released;
  delete from private.undoable_changes u where u.order_id = released.order_id;
  return released;
end
$$;
