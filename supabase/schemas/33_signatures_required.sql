-- What goes on only with a signature, where the shop's settings ask for it (REC-36, REC-75, REC-80, REC-89).

-- Whether the signature of an order's coming in holds for it: of this person and device, in this condition, with these
-- terms. Photos that came since prove more, and another phone is how the same person is reached.
create function private.is_reception_signed(o public.service_orders) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.order_signatures s
    join private.sealed_personal p on p.order_id = s.order_id and p.content ->> 'digest' = s.digest
    cross join private.signed_content(o, 'reception') as c
    cross join lateral (select p.content -> 'signed') as was (signed)
    where s.order_id = o.id and s.moment = 'reception'
      and (was.signed - 'photos') #- '{customer,phone}' = (c - 'photos') #- '{customer,phone}'
      and (was.signed -> 'photos' <@ (c -> 'photos') or not exists (
        select from public.order_events e
        where e.order_id = o.id and e.kind = 'photo_removed' and e.created_at > s.signed_at)))
$$;
revoke all on function private.is_reception_signed from public, anon, authenticated;

-- Why a change of an order needs a signature first; null if it does not. Reception is asked for before the work begins,
-- of orders that came in since the shop asks for it; of a delivery, what the change makes of the order is to be signed.
create function private.missing_signature(was public.service_orders, o public.service_orders) returns text
language plpgsql stable security definer set search_path = '' as $$
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
    and not private.is_reception_signed(o)
    and o.created_at > coalesce((
      select max(c.changed_at) from public.setting_changes c
      where c.section = 'desk' and c.after #> '{signatures,reception}' = 'true'
        and c.before #> '{signatures,reception}' is distinct from 'true'), '-infinity')
    then case
      when exists (select from private.order_signatures s where s.order_id = o.id and s.moment = 'reception')
        then 'La orden cambió después de firmada su recepción: hace falta otra firma. '
      else 'Falta la firma de la recepción. ' end
    || case was.status when 'pending' then 'Pídela en la orden, en «Firmas», antes de comenzar.'
      else 'Deja la orden pendiente y pide la firma antes de seguir.' end end;
end
$$;
grant execute on function private.missing_signature to authenticated, service_role;

create function private.guard_signatures() returns trigger
language plpgsql set search_path = '' as $$
declare
  problem constant text := case when private.is_api_caller() then private.missing_signature(old, new) end;
begin
  if problem is not null then
    raise exception '%', problem using errcode = '23514';
  end if;
  return null;
end
$$;
revoke all on function private.guard_signatures from public, anon;
-- After the change, which other triggers complete; its name comes before seal_delivery, whose record ends a signature.
create trigger guard_service_order_signatures after update on public.service_orders
  for each row when (new.status <> old.status) execute function private.guard_signatures();
