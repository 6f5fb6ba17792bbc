-- The reason of a cancellation has a column (ORD-55), and what a technician may change on an order is named: every other
-- column, a new one as well, is closed to technicians (ORD-54).

alter table public.service_orders
  add column cancellation_reason text check (length(cancellation_reason) <= 20000);
grant update (cancellation_reason) on public.service_orders to authenticated;

-- The line of the notes that tells the customer the reason. Its words are the specification's and stand here alone.
create function private.cancellation_note(p_reason text) returns text
language sql immutable set search_path = '' as $$
  select 'Motivo de cancelación: ' || p_reason
$$;

-- The reason that notes tell in their last such line, for those who cancel by writing it there; null where there is
-- none.
create function private.noted_reason(p_notes text) returns text
language sql immutable set search_path = '' as $$
  select nullif(btrim(substring(p_notes from '.*' || trim(private.cancellation_note('')) || '(.*)$'), E' \t\r\n'), '')
$$;

-- Orders that were cancelled before the column: nothing else of them changes.
alter table public.service_orders disable trigger user;
update public.service_orders set cancellation_reason = private.noted_reason(notes) where status = 'cancelled';
alter table public.service_orders enable trigger user;

-- What the timeline tells of a change: the reason stands in the notes, and codes have events of their own.
create or replace function private.row_changes(before jsonb, after jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, jsonb_build_array(before -> key, value)), '{}')
  from jsonb_each(after)
  where value is distinct from before -> key
    and key not in ('updated_at', 'version', 'device_password', 'device_code_stored', 'quote', 'import_key',
      'import_batch_id', 'approved_at', 'rejected_at', 'delivered_at', 'completed_at', 'quoted_at',
      'cancellation_reason')
$$;

-- The columns of an order that a technician may change. Of these, guard_service_order and the triggers after it set the
-- stamps, the guarantee and the payment under rules of their own.
-- shared/src/orders/fields/order-fields.ts says the same of the form's fields.
create function private.technician_columns() returns text[]
language sql immutable set search_path = '' as $$
  select array[
    'status', 'technical_work', 'quote', 'total_amount', 'technician_id', 'notes', 'cancellation_reason',
    'warranty_days', 'final_payment', 'updated_at', 'approved_at', 'rejected_at', 'delivered_at', 'completed_at'
  ]
$$;

-- Whether columns change that are not a technician's to change.
create function private.edits_desk_columns(new public.service_orders, old public.service_orders) returns boolean
language sql immutable set search_path = '' as $$
  select exists (
    select from jsonb_each(to_jsonb(new)) as n
    where n.key <> all (private.technician_columns()) and n.value is distinct from to_jsonb(old) -> n.key
  )
$$;

-- The reason of a cancellation, as the column says it or, without that, the notes; the notes tell it in either case.
create function private.state_cancellation(new public.service_orders, old public.service_orders)
  returns public.service_orders
language plpgsql set search_path = '' as $$
begin
  new.cancellation_reason := nullif(btrim(new.cancellation_reason, E' \t\r\n'), '');
  if new.cancellation_reason is not null then
    new.notes := concat_ws(E'\n', nullif(btrim(new.notes, E' \t\r\n'), ''),
      private.cancellation_note(new.cancellation_reason));
  elsif new.notes is distinct from old.notes then
    new.cancellation_reason := private.noted_reason(new.notes);
  end if;
  if new.cancellation_reason is null then
    raise exception 'Escribe el motivo de cancelación.' using errcode = '23514';
  end if;
  return new;
end
$$;

-- The rules of a status change by a member of staff; also the stamps that the specification leaves to the client.
create or replace function private.change_status(
  new public.service_orders, old public.service_orders, actor_role text
) returns public.service_orders
language plpgsql set search_path = '' as $$
begin
  case new.status
    when 'approved', 'rejected' then
      raise exception 'Solo el cliente aprueba o rechaza un presupuesto.' using errcode = '42501';
    when 'cancelled' then
      if actor_role not in ('admin', 'technician') then
        raise exception 'Solo administración y técnicos cancelan órdenes.' using errcode = '42501';
      end if;
      return private.state_cancellation(new, old);
    when 'delivered' then
      if new.warranty_days is null then
        raise exception 'Por favor, ingrese un número válido de días de garantía.' using errcode = '23514';
      end if;
    when 'quoted' then
      if new.total_amount is null then
        raise exception 'Por favor, ingrese un monto válido para el presupuesto.' using errcode = '23514';
      end if;
    when 'pending' then
      if actor_role in ('admin', 'technician') then
        new.technician_id := null;
      end if;
    when 'in_progress', 'completed' then
      if actor_role in ('admin', 'technician') then
        new.technician_id := (select auth.uid());
      end if;
    else
      -- A state that asks for nothing.
  end case;
  return new;
end
$$;

-- The rules of an order, for every writer: what is trimmed, who may change what, which stamps are the server's.
create or replace function private.guard_service_order() returns trigger
language plpgsql set search_path = '' as $$
declare
  by_api boolean := private.is_api_caller();
  actor_role text := private.my_role();
  given_reason text;
begin
  new.customer_rut := private.normalize_rut(new.customer_rut);
  new.customer_name := trim(new.customer_name);
  new.customer_phone := trim(new.customer_phone);
  new.imei := nullif(trim(new.imei), '');

  if tg_op = 'INSERT' then
    if by_api then
      new := private.guard_new_order(new);
    end if;
    new.quote := coalesce(nullif(new.quote, 0), new.total_amount, 0);
    new.total_amount := case when new.import_key is null then new.quote else new.total_amount end;
    return new;
  end if;

  new.total_amount := private.settle_amount(new.quote, old.quote, new.total_amount, old.total_amount);
  new.quote := coalesce(new.total_amount, 0);

  if by_api then
    if actor_role = 'technician' and (private.edits_desk_columns(new, old)
      or (new.technician_id is distinct from old.technician_id
        and new.technician_id is distinct from (select auth.uid()) and new.technician_id is not null)) then
      raise exception 'Solo administración y recepción editan los datos de la orden.' using errcode = '42501';
    end if;
    if new.status = old.status and new.warranty_days is distinct from old.warranty_days
      and actor_role = 'technician' then
      raise exception 'La garantía se fija al entregar la orden.' using errcode = '42501';
    end if;
    -- Stamps are the server's, whatever was sent.
    new.approved_at := old.approved_at;
    new.rejected_at := old.rejected_at;
    new.delivered_at := old.delivered_at;
    new.completed_at := old.completed_at;
    new.updated_at := now();
    -- A reason comes with its cancellation and ends with it.
    given_reason := new.cancellation_reason;
    new.cancellation_reason := case when new.status = old.status then old.cancellation_reason end;
    if new.status is distinct from old.status then
      if new.status = 'cancelled' then
        new.cancellation_reason := given_reason;
      end if;
      new := private.change_status(new, old, actor_role);
    end if;
  elsif new.updated_at is not distinct from old.updated_at then
    new.updated_at := now();
  end if;

  if new.status is distinct from old.status then
    new := private.stamp_status(new, old);
  end if;
  if new.anonymized_at is not null then
    new.cancellation_reason := null;
  end if;
  new.version := old.version + 1;
  return new;
end
$$;
drop function private.edits_form_columns(public.service_orders, public.service_orders);
grant execute on function
  private.cancellation_note(text),
  private.noted_reason(text),
  private.technician_columns(),
  private.edits_desk_columns(public.service_orders, public.service_orders),
  private.state_cancellation(public.service_orders, public.service_orders)
  to authenticated, service_role;

-- The parameters of each template, fixed at the moment of the change.
create or replace function private.message_params(o public.service_orders, p_event text) returns text[]
language sql stable security definer set search_path = '' as $$
  select case p_event
    when 'in_progress' then array[number, 'En Progreso']
    when 'quoted' then array[
      number, private.message_text(o.technical_work), private.format_clp(o.total_amount),
      rtrim(private.shop_setting('site_url'), '/') || '/decision-presupuesto/' || o.id
    ]
    when 'approved' then array[number, 'aprobado', private.format_clp(coalesce(o.total_amount, 0))]
    when 'rejected' then array[number, 'rechazado', private.format_clp(coalesce(o.total_amount, 0))]
    when 'cancelled' then array[number, private.message_text(o.cancellation_reason)]
    when 'delivered' then array[number, case
      when coalesce(o.warranty_days, 0) = 0 then 'Sin garantía'
      when o.warranty_days = 1 then 'Garantía de 1 día'
      else 'Garantía de ' || o.warranty_days || ' días'
    end]
    else array[number]
  end
  from (select private.format_order_number(o.order_number) as number) as named
$$;
