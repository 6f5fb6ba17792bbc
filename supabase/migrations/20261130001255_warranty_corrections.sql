SET local check_function_bodies = off;

ALTER TABLE "public"."service_orders"
  ADD COLUMN "warranty_since" timestamp WITH time zone;

CREATE OR REPLACE FUNCTION private.check_warranty_repair (
  new public.service_orders,
  was public.service_orders
)
  RETURNS public.service_orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new.warranty_repair then
    if was.warranty_repair is false and new.total_amount is not distinct from was.total_amount then
      new.total_amount := 0;
      new.quote := 0;
    end if;
    if new.total_amount > 0 then
      raise exception 'Una reparación en garantía no se cobra. Si la garantía no lo cubre, anota antes ese resultado.'
        using errcode = '23514';
    end if;
    if new.status = 'quoted' then
      raise exception '%', case
        when was.status = 'quoted'
          then 'La orden tiene un presupuesto enviado: vuelve antes la orden a Pendiente, y anota después la garantía.'
        else 'Una reparación en garantía no lleva presupuesto. Si la garantía no lo cubre, anota antes ese resultado.'
        end using errcode = '23514';
    end if;
  end if;
  if new.warranty_of is not null and new.warranty_outcome is null and new.unrepaired_reason is null
    and new.status = 'delivered' then
    raise exception 'Anota cómo terminó la garantía: cubierta, no cubierta o por cortesía.' using errcode = '23514';
  end if;
  if was.status = 'delivered' and new.status <> 'delivered' then
    perform private.keep_warranty(new);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.days_left (
  p_since timestamp with time zone,
  p_days  integer
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when p_days is not null then greatest(private.shop_day(p_since) + p_days - private.shop_day(now()), 0) end
$function$;

CREATE OR REPLACE FUNCTION private.guard_service_order()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  by_api boolean := private.is_api_caller();
  is_desk boolean;
  given_reason text;
begin
  -- What follows from its waits and from the opening hours changes nothing of what a form has read: its version stays.
  if tg_op = 'UPDATE' and (new.on_hold, new.at_risk_from) is distinct from (old.on_hold, old.at_risk_from)
    and to_jsonb(new) - array['on_hold', 'at_risk_from'] = to_jsonb(old) - array['on_hold', 'at_risk_from'] then
    return new;
  end if;
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
    is_desk := private.may('order-form');
    if not is_desk and (private.edits_desk_columns(new, old)
      or (new.technician_id is distinct from old.technician_id
        and new.technician_id is distinct from (select auth.uid()) and new.technician_id is not null)) then
      raise exception 'Solo administración y recepción editan los datos de la orden.' using errcode = '42501';
    end if;
    if (new.warranty_days, new.parts_warranty_days) is distinct from (old.warranty_days, old.parts_warranty_days)
      and (new.status = old.status and not is_desk
        or (old.status = 'delivered' or old.warranty_since is not null)
          and (new.status <> 'delivered' or old.status = 'delivered')) then
      raise exception 'La garantía se fija al entregar la orden; después la corrige administración, con un motivo.'
        using errcode = '42501';
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
    new.unrepaired_reason := case
      when new.status = old.status then old.unrepaired_reason
      else nullif(btrim(new.unrepaired_reason, E' \t\r\n'), '')
    end;
    if new.status is distinct from old.status then
      if new.status = 'cancelled' then
        new.cancellation_reason := given_reason;
      end if;
      new := private.change_status(new, old);
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
  if new.status <> 'delivered' then
    new.unrepaired_reason := null;
  end if;
  new.version := old.version + 1;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.role_may (
  p_role       text,
  p_permission text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  AS $function$
  select coalesce(p_role = any (case p_permission
    when 'activity-log' then '{admin,technician,receptionist}'::text[]
    when 'appointments' then '{admin,technician,receptionist}'::text[]
    when 'costs.see' then '{admin}'::text[]
    when 'customers.create' then '{admin,receptionist}'::text[]
    when 'desk' then '{admin,technician,receptionist}'::text[]
    when 'looks' then '{admin}'::text[]
    when 'messages' then '{admin,technician,receptionist}'::text[]
    when 'order-form' then '{admin,receptionist}'::text[]
    when 'order-import' then '{admin}'::text[]
    when 'orders.cancel' then '{admin,technician}'::text[]
    when 'orders.change' then '{admin,technician,receptionist}'::text[]
    when 'orders.choose-status' then '{admin,technician,receptionist}'::text[]
    when 'orders.correct-warranty' then '{admin}'::text[]
    when 'orders.create' then '{admin,receptionist}'::text[]
    when 'orders.delete' then '{admin}'::text[]
    when 'orders.do-repair' then '{admin,technician}'::text[]
    when 'orders.find' then '{admin,receptionist}'::text[]
    when 'orders.receive-payment' then '{admin,receptionist}'::text[]
    when 'orders.repair' then '{technician}'::text[]
    when 'orders.search-all-fields' then '{admin}'::text[]
    when 'orders.take-back' then '{receptionist}'::text[]
    when 'own-data.request' then '{customer}'::text[]
    when 'own-orders' then '{customer}'::text[]
    when 'people.see' then '{admin,technician,receptionist}'::text[]
    when 'privacy.manage' then '{admin}'::text[]
    when 'quote-origins.see' then '{admin}'::text[]
    when 'reports' then '{admin}'::text[]
    when 'rut.confirm' then '{admin,receptionist}'::text[]
    when 'settings' then '{admin}'::text[]
    when 'sheets' then '{admin,technician,receptionist}'::text[]
    when 'stock' then '{admin,technician,receptionist}'::text[]
    when 'system-status' then '{admin}'::text[]
    when 'users' then '{admin}'::text[]
    else private.unknown_permission(p_permission)
  end), false)
$function$;

CREATE OR REPLACE FUNCTION private.row_changes (
  before jsonb,
  after  jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_object_agg(key, jsonb_build_array(before -> key, value)), '{}')
  from jsonb_each(after)
  where value is distinct from before -> key
    and key not in ('updated_at', 'version', 'device_password', 'device_code_stored', 'quote', 'import_key',
      'import_batch_id', 'approved_at', 'rejected_at', 'delivered_at', 'completed_at', 'quoted_at',
      'cancellation_reason', 'on_hold', 'warranty_repair', 'promised_at',
      'at_risk_from', 'warranty_since')
$function$;

CREATE OR REPLACE FUNCTION private.stamp_status (
  new public.service_orders,
  old public.service_orders
)
  RETURNS public.service_orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if old.status = 'delivered' and (old.warranty_since is not null or private.has_warranty(old)) then
    new.warranty_since := old.delivered_at;
  end if;
  if new.status in ('pending', 'in_progress', 'quoted') then
    new.completed_at := null;
    new.delivered_at := null;
  end if;
  if new.status = 'quoted' then
    new.quoted_at := now();
    new.approved_at := null;
    new.rejected_at := null;
    if trim(new.technical_work) = '' then
      new.technical_work := 'Reparación general';
    end if;
  elsif new.status = 'completed' then
    new.completed_at := now();
  elsif new.status = 'delivered' then
    new.delivered_at := now();
    new.completed_at := coalesce(old.completed_at, now());
    if old.warranty_since is not null then
      new.warranty_days := private.days_left(old.warranty_since, coalesce(old.warranty_days, 0));
      new.parts_warranty_days := private.days_left(old.warranty_since, old.parts_warranty_days);
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.correct_warranty (
  p_request_id uuid,
  p_order_id   uuid,
  p_version    integer,
  p_days       integer,
  p_reason     text,
  p_parts_days integer DEFAULT NULL::integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_reason constant text := coalesce(private.written(p_reason), '');
  known public.service_orders;
begin
  perform private.require('orders.correct-warranty');
  if not private.claim_request(p_request_id, 'correct_warranty',
    jsonb_build_array(p_order_id, p_version, p_days, p_parts_days, v_reason), 'la garantía quedó corregida') then
    return;
  end if;
  select * into known from public.service_orders o where o.id = p_order_id for update;
  if not found then
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
  if known.status <> 'delivered' then
    raise exception 'La garantía se fija al entregar la orden.' using errcode = '23514';
  end if;
  if known.version is distinct from p_version then
    raise exception 'Otra persona cambió la orden mientras tanto. Revisa su garantía y corrígela de nuevo.'
      using errcode = '23514';
  end if;
  if (p_days between 0 and 3650 and coalesce(p_parts_days, 0) between 0 and 3650) is not true then
    raise exception 'Por favor, ingrese un número válido de días de garantía.' using errcode = '23514';
  end if;
  if v_reason = '' then
    raise exception 'Escribe por qué se corrige la garantía.' using errcode = '23514';
  elsif length(v_reason) > 500 then
    raise exception 'El motivo puede tener hasta 500 letras.' using errcode = '23514';
  end if;
  update public.service_orders o set warranty_days = p_days, parts_warranty_days = p_parts_days
  where o.id = p_order_id returning * into known;
  perform private.keep_warranty(known);
  update public.order_events e set changes = e.changes || jsonb_build_object('reason', jsonb_build_array(null, v_reason))
  where e.order_id = p_order_id and e.version = known.version and e.kind = 'edited';
end
$function$;

REVOKE ALL ON FUNCTION "public"."correct_warranty"(uuid, uuid, integer, integer, text, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.undo_status (
  p_order_id uuid,
  p_version  integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  now_is public.service_orders;
  was public.service_orders;
  change private.undoable_changes;
begin
  perform private.require('orders.change');
  select * into now_is from public.service_orders o where o.id = p_order_id for update;
  select * into change from private.undoable_changes u
  where u.order_id = p_order_id and u.version = p_version and u.actor_id = (select auth.uid());
  if change.undone then
    return;
  end if;
  -- The sender may have the message already.
  update public.whatsapp_messages m set state = 'discarded', error_code = 'taken_back'
  where m.order_id = p_order_id and m.event = now_is.status and m.state = 'queued' and m.held_until = change.until;
  if change.order_id is null or now_is.version <> change.version or change.until < now() or exists (
    select from public.whatsapp_messages m
    where m.order_id = p_order_id and m.held_until = change.until and m.state not in ('discarded', 'off')) then
    raise exception 'Ya no se puede deshacer: pasó el tiempo o la orden cambió. Corrige el estado en la orden.'
      using errcode = '23514';
  end if;
  -- A corrected customer stays corrected, and is the one whose order it must be.
  was := jsonb_populate_record(now_is, change.before - array['customer_rut', 'customer_phone', 'second_phone']);
  -- The orders that it is linked to, or that are to it, may have changed meanwhile (22_warranty_repairs).
  perform private.keep_warranty(was);
  if was.warranty_of <> coalesce(now_is.warranty_of, 0) then
    perform private.warranty_for(was);
  end if;
  perform set_config('taller.undone_order', p_order_id::text, true);
  -- Twice: a change of status has its own times, which the second one puts back.
  for _ in 1..2 loop
    update public.service_orders o
    set status = was.status, technician_id = was.technician_id, quote = was.quote, total_amount = was.total_amount,
      technical_work = was.technical_work, notes = was.notes, cancellation_reason = was.cancellation_reason,
      warranty_days = was.warranty_days, final_payment = was.final_payment, approved_at = was.approved_at,
      rejected_at = was.rejected_at, quoted_at = was.quoted_at, completed_at = was.completed_at,
      delivered_at = was.delivered_at, unrepaired_reason = was.unrepaired_reason,
      warranty_of = was.warranty_of, not_warranty = was.not_warranty, warranty_outcome = was.warranty_outcome,
      warranty_reason = was.warranty_reason, parts_warranty_days = was.parts_warranty_days,
      warranty_since = was.warranty_since
    where o.id = p_order_id;
  end loop;
  perform set_config('taller.undone_order', '', true);
  update private.undoable_changes u set undone = true where u.order_id = p_order_id;
end
$function$;

REVOKE ALL ON FUNCTION "private"."days_left"(timestamp WITH time zone, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."days_left"(timestamp WITH time zone, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."days_left"(timestamp WITH time zone, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."days_left"(timestamp WITH time zone, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."days_left"(timestamp WITH time zone, integer) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."correct_warranty"(uuid, uuid, integer, integer, text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."correct_warranty"(uuid, uuid, integer, integer, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."correct_warranty"(uuid, uuid, integer, integer, text, integer) TO "postgres";

-- Orders that are taken back at this moment keep their warranty, too. Nothing that a form has read changes.
ALTER TABLE "public"."service_orders" DISABLE TRIGGER guard_service_order;
update public.service_orders o set warranty_since = o.delivered_at
where o.status = 'completed' and o.delivered_at is not null and greatest(o.warranty_days, o.parts_warranty_days) > 0;
ALTER TABLE "public"."service_orders" ENABLE TRIGGER guard_service_order;
