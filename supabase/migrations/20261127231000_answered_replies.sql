-- Replies by WhatsApp: who answered them, and a bell for the question of a number without an order (MSG-21).

alter table public.whatsapp_replies
  add column answered_at timestamptz,
  add column answered_by uuid references public.profiles (id) on delete set null,
  -- Stays when the account goes.
  add column answered_name text check (length(answered_name) <= 200);
create index whatsapp_replies_unanswered on public.whatsapp_replies (received_at) where answered_at is null;
create index whatsapp_replies_answered_by on public.whatsapp_replies (answered_by) where answered_by is not null;

-- Kinds that were kept in the provider's word.
update public.whatsapp_replies r set body = kinds.said
from (values ('[image]', 'Foto'), ('[video]', 'Video'), ('[document]', 'Archivo'), ('[audio]', 'Audio'),
  ('[sticker]', 'Sticker'), ('[location]', 'Ubicación'), ('[contacts]', 'Contacto'), ('[reaction]', 'Reacción'),
  ('[interactive]', 'Respuesta rápida'), ('[button]', 'Respuesta rápida')) as kinds (kept, said)
where r.body = kinds.kept;

-- A customer's reply: kept once, tied to the newest order of that number, and the desk is told. The notification names
-- no number: it outlives the reply.
create or replace function public.record_reply(p_provider_message_id text, p_phone text, p_body text, p_at timestamptz)
  returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
begin
  select * into target from public.service_orders o
  where private.phone_key(o.customer_phone) = private.phone_key(p_phone)
  order by o.created_at desc limit 1;
  insert into public.whatsapp_replies (order_id, phone, body, provider_message_id, received_at)
  values (target.id, p_phone, left(p_body, 5000), p_provider_message_id, p_at)
  on conflict (provider_message_id) do nothing;
  if not found then
    return false;
  end if;
  insert into public.notifications (type, message, order_id)
  values ('customer_reply', case
      when target.id is null then 'Un número que no está en ninguna orden escribió por WhatsApp.'
      else 'Orden #' || private.format_order_number(target.order_number) || ': ' || target.customer_name
        || ' respondió por WhatsApp.'
    end, target.id);
  return true;
end
$$;

-- 'Responder' and 'Sin responder' on a reply. Of two who answer the first one stays. Answers its id and who has it.
create function public.answer_reply(p_id uuid, p_answered boolean) returns public.whatsapp_replies
language plpgsql security definer set search_path = '' as $$
declare
  answered public.whatsapp_replies;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  update public.whatsapp_replies r
  set answered_at = case when p_answered then now() end,
    answered_by = case when p_answered then (select auth.uid()) end,
    answered_name = case when p_answered
      then (select left(p.full_name, 200) from public.profiles p where p.id = (select auth.uid())) end
  where r.id = p_id and (r.answered_at is null) = p_answered;
  select * into answered from public.whatsapp_replies r where r.id = p_id;
  if answered.id is null then
    raise exception 'Esa respuesta ya no existe.' using errcode = 'P0002';
  end if;
  return answered;
end
$$;
revoke all on function public.answer_reply from public, anon, authenticated;
grant execute on function public.answer_reply to authenticated;
