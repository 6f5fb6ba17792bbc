-- Promised dates of orders (TIME, decision 61): until when an order is to be ready, and how that changes.

-- Promises another date, makes the first promise, or takes it away (null); once for each request id. p_known: the promise
-- that the form has read. A change has its reason, the first promise needs none. A past date and one outside of the
-- opening hours are the caller's to think about. p_tell: queues the message about it to the customer. Staff only.
create function public.set_promise(
  p_request_id uuid, p_order_id uuid, p_promised_at timestamptz, p_reason text default '',
  p_known timestamptz default null, p_tell boolean default false
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  promised constant timestamptz := date_trunc('minute', p_promised_at);
  v_reason constant text := coalesce(private.written(p_reason), '');
  known public.service_orders;
begin
  perform private.require('orders.change');
  if not private.claim_request(p_request_id, 'set_promise', jsonb_build_array(p_order_id, promised, v_reason, p_tell),
    'la fecha comprometida quedó anotada') then
    return;
  end if;
  select * into known from public.service_orders o where o.id = p_order_id for update;
  if not found then
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
  if known.status <> all (private.statuses_in('open')) then
    raise exception 'A esta orden ya no le queda trabajo: la fecha comprometida queda como está.' using errcode = '23514';
  end if;
  if known.promised_at is distinct from p_known then
    raise exception 'Otra persona cambió la fecha comprometida mientras tanto. Revisa en cuál quedó.'
      using errcode = '23514';
  end if;
  if length(v_reason) > 500 then
    raise exception 'El motivo puede tener hasta 500 letras.' using errcode = '23514';
  end if;
  if promised is distinct from known.promised_at then
    if known.promised_at is not null and v_reason = '' then
      raise exception 'Escribe por qué cambia la fecha comprometida.' using errcode = '23514';
    end if;
    update public.service_orders o set promised_at = promised where o.id = p_order_id returning * into known;
    perform private.add_order_event(known, 'promised', private.promise_change(p_known, promised)
      || case when v_reason = '' then '{}' else jsonb_build_object('reason', jsonb_build_array(null, v_reason)) end);
    -- What a customer has not been sent yet is no longer true.
    update public.whatsapp_messages m set state = 'discarded', error_code = 'taken_back'
    where m.order_id = p_order_id and m.event = 'promise_changed' and m.state = 'queued';
  end if;
  if p_tell then
    perform private.tell_promise(known);
  end if;
end
$$;
revoke all on function public.set_promise from public, anon, authenticated;
grant execute on function public.set_promise to authenticated;

-- Queues the message to the customer about the promise. Refused where nothing would go out.
create function private.tell_promise(o public.service_orders) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.message_setting('promise_changed') -> 'enabled' = 'false' then
    raise exception 'El aviso de la fecha comprometida está apagado en Ajustes. Guarda sin avisar al cliente.'
      using errcode = '23514';
  end if;
  if o.promised_at is null then
    raise exception 'Sin fecha comprometida no hay qué avisar. Guarda sin avisar al cliente.' using errcode = '23514';
  end if;
  -- A paid message with the same words would tell nothing.
  if (select m.params = private.message_params(o, 'promise_changed') from public.whatsapp_messages m
      where m.order_id = o.id and m.event = 'promise_changed'
        and m.state in ('queued', 'sending', 'sent', 'delivered', 'read')
      order by m.occurrence desc limit 1) then
    raise exception 'El cliente ya tiene este mismo aviso. Guarda sin avisarle.' using errcode = '23514';
  end if;
  perform private.queue_order_message(o, 'promise_changed');
end
$$;
revoke all on function private.tell_promise from public, anon, authenticated;
