-- The approved price bounds what is taken also while the price is at or below it, an approval whose amount was not kept
-- is a promise like any other (ORD-50), and whoever raised the price, first or last, notes no approval of it (ORD-91).

-- As before, with these.
create or replace function private.guard_approved_price() returns trigger
language plpgsql set search_path = '' as $$
declare
  total bigint := coalesce(new.total_amount, 0);
  promised bigint;
begin
  if new.status = 'approved' and old.status <> 'approved' then
    perform private.keep_approved_price(new.id, total);
    return new;
  end if;
  if not private.is_api_caller() then
    return new;
  end if;
  promised := private.approved_price(new.id);
  if promised is null and old.approved_at is not null then
    -- The stamp goes with the next quote, the promise does not.
    promised := coalesce(old.total_amount, 0);
    perform private.keep_approved_price(new.id, promised);
  end if;
  -- Without an approval the price is the shop's.
  if promised is null then
    return new;
  end if;
  if new.advance_payment + new.final_payment > greatest(promised, old.advance_payment + old.final_payment) then
    raise exception 'El cliente aprobó %: no recibas más que eso sin su aprobación.', private.format_clp(promised)
      using errcode = '23514';
  end if;
  if total <= promised then
    return new;
  end if;
  if total > coalesce(old.total_amount, 0) and new.status <> 'quoted'
    and (new.status <> old.status or new.status in ('delivered', 'cancelled')) then
    raise exception 'El cliente aprobó %. Para cobrar más, envíale antes un nuevo presupuesto.',
      private.format_clp(promised)
      using errcode = '23514';
  end if;
  if new.status <> old.status and new.status not in ('quoted', 'cancelled')
    and (old.status = 'quoted' or new.status in ('completed', 'delivered')) then
    raise exception 'El cliente aprobó % y no ha aprobado %. Espera su respuesta, anota su aprobación o vuelve a ese precio.',
      private.format_clp(promised), private.format_clp(total)
      using errcode = '23514';
  end if;
  if total <= coalesce(old.total_amount, 0) or new.status = 'quoted' then
    return new;
  end if;
  new.status := 'quoted';
  return private.stamp_status(new, old);
end
$$;

-- Whether a person has raised the price of an order above p_promised since it was approved last.
create function private.has_raised_price(p_order_id uuid, p_person uuid, p_promised bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.order_events e
    where e.order_id = p_order_id and e.actor_id = p_person
      and (e.changes #>> '{total_amount,1}')::bigint
        > greatest(p_promised, coalesce((e.changes #>> '{total_amount,0}')::bigint, 0))
      and e.id > coalesce((select max(d.id) from public.order_events d
        where d.order_id = p_order_id and d.kind = 'decision' and d.changes #>> '{status,1}' = 'approved'), 0)
  )
$$;
revoke all on function private.has_raised_price(uuid, uuid, bigint) from public, anon, authenticated;

-- A customer's yes by phone ('phone') or at the counter ('counter'), noted by a member of staff as such: p_said_by is
-- who said it; p_amount and p_version are of the quote that was read out. Not by anybody who raised the price above an
-- approved one. Answers the order's status and version; of an order that has an answer already, the one that stands.
create or replace function public.record_approval(
  p_order_id uuid, p_channel text, p_said_by text, p_amount bigint, p_version text
)
returns table (status text, version integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.service_orders;
  said_by text := nullif(btrim(p_said_by, E' \t\r\n'), '');
  place text := case p_channel when 'phone' then 'por teléfono' when 'counter' then 'en el local' end;
  by_whom text;
  promised bigint;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if place is null or said_by is null or length(said_by) > 200 then
    raise exception 'Escribe quién aprobó, y si fue por teléfono o en el local.' using errcode = '22023';
  end if;
  select * into target from public.service_orders o where o.id = p_order_id for update;
  if target.id is null then
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
  if target.status <> 'quoted' then
    return query select target.status, target.version;
    return;
  end if;
  if p_amount is distinct from coalesce(target.total_amount, 0)
    or p_version is distinct from private.quote_version(target) then
    raise exception 'El presupuesto cambió. Léele al cliente el nuevo antes de anotar su aprobación.'
      using errcode = '23514';
  end if;
  promised := private.approved_price(target.id);
  if target.total_amount > promised and private.has_raised_price(target.id, (select auth.uid()), promised) then
    raise exception 'Subiste este precio: la aprobación la anota otra persona del taller, o el cliente responde por su enlace.'
      using errcode = '42501';
  end if;
  update public.service_orders o set status = 'approved', approved_at = now(), rejected_at = null where o.id = target.id
  returning * into target;
  select p.full_name into by_whom from public.profiles p where p.id = (select auth.uid());
  -- The customer reads in the portal and in the message how it was given.
  update public.decision_history h
  set message = format('%s aprobó el presupuesto de %s %s. Lo anotó %s.', said_by,
    private.format_clp(target.total_amount), place, by_whom)
  where h.order_id = target.id and h.created_at = now();
  update public.whatsapp_messages m set params[2] = 'aprobado ' || place
  where m.order_id = target.id and m.event = 'approved' and m.created_at = now() and m.state = 'queued';
  insert into public.decision_origins (decision_id, order_id, account_id, account_name)
  select h.id, target.id, (select auth.uid()), by_whom
  from public.decision_history h where h.order_id = target.id and h.created_at = now();
  return query select target.status, target.version;
end
$$;
drop function private.price_raiser(uuid);
