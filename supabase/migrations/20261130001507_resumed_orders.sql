SET local check_function_bodies = off;

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

CREATE OR REPLACE FUNCTION public.ask_signature (
  p_request_id uuid,
  p_order_id   uuid,
  p_moment     text,
  p_with       uuid[] DEFAULT '{}'::uuid[]
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  token text;
begin
  perform private.require('orders.change');
  perform private.require_moment(p_moment);
  perform private.require_id(p_request_id);
  select left(encode(extensions.hmac(convert_to('firma ' || auth.uid() || p_request_id, 'UTF8'), s.secret,
    'sha256'), 'hex'), 40) into token
  from private.link_secret s;
  if private.claim_request(p_request_id, 'ask_signature', jsonb_build_array(p_order_id, p_moment, p_with),
    'el enlace para firmar quedó hecho') then
    if not exists (select from private.signing_orders(p_order_id, p_moment, p_with)) then
      raise exception 'No queda nada por firmar en esta orden.' using errcode = '23514';
    end if;
    insert into private.signature_links as l (order_id, moment, with_orders, hash, asked_by, expires_at)
    values (p_order_id, p_moment, coalesce(p_with, '{}'), sha256(convert_to(token, 'UTF8')),
      (select auth.uid()), now() + interval '30 minutes')
    on conflict (order_id, moment) do update
    set with_orders = excluded.with_orders, hash = excluded.hash, asked_by = excluded.asked_by,
      expires_at = excluded.expires_at, used_by = null, used_for = null;
  end if;
  return token;
end
$function$;
