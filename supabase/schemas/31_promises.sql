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

-- The moment from which the shop is open for a time until p_to; without the time, if it is closed for most of a month.
create function private.before_open_time(p_to timestamptz, p_time interval) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select coalesce(max(t.opens + (t.done - p_time)), p_to - p_time)
  from (
    select s.opens, sum(least(s.closes, p_to) - s.opens) over (order by s.opens desc) as done
    from (select (p_to at time zone 'America/Santiago')::date as day) as d
    cross join lateral private.opening_stretches(d.day - 30, d.day) as s
    where s.opens < p_to
  ) as t
  where t.done >= p_time
$$;

-- From when a promise is at risk: the only place that says so. As long as nobody repairs the device, from eight opening
-- hours before; once somebody does, from two; at once if what the order waits for is expected after the promised day.
-- Null without a promise and once the work is over: such an order is neither late nor at risk.
create function private.at_risk_from(o public.service_orders) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case when o.promised_at is not null and o.status = any (private.statuses_in('open')) then
    least(private.before_open_time(o.promised_at,
      case o.status when 'in_progress' then interval '2 hours' else interval '8 hours' end), (
      select w.started_at from public.order_waits w
      where w.order_id = o.id and w.ended_at is null
        and w.expected_on > (o.promised_at at time zone 'America/Santiago')::date))
  end
$$;
revoke all on function private.before_open_time, private.at_risk_from from public, anon, authenticated;

create function private.plan_promise() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.at_risk_from := private.at_risk_from(new);
  return new;
end
$$;
revoke all on function private.plan_promise from public, anon, authenticated;
-- Their names come after guard_service_order, which settles the status.
create trigger plan_promise_insert before insert on public.service_orders
  for each row when (new.promised_at is not null) execute function private.plan_promise();
create trigger plan_promise_update before update on public.service_orders
  for each row when (coalesce(new.promised_at, old.promised_at) is not null
    and (new.promised_at is distinct from old.promised_at or new.status <> old.status or new.on_hold <> old.on_hold))
  execute function private.plan_promise();

-- Other opening hours, other risks: of the promises that are not late.
create function private.replan_promises() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.service_orders o set at_risk_from = private.at_risk_from(o)
  where o.at_risk_from is not null and o.promised_at > now() and o.at_risk_from is distinct from private.at_risk_from(o);
  return null;
end
$$;
revoke all on function private.replan_promises from public, anon, authenticated;
create trigger replan_promises after update on public.setting_sections
  for each row when (new.section = 'hours' and new.value is distinct from old.value)
  execute function private.replan_promises();
