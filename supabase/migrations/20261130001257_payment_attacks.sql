SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.guard_approved_price()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  total bigint := coalesce(new.total_amount, 0);
  promised bigint;
  is_other boolean;
  is_asked boolean;
begin
  if new.status = 'approved' and old.status <> 'approved' then
    perform private.keep_approved_price(new.id, total, new.quote_lines);
    return new;
  end if;
  if not private.is_api_caller() then
    return new;
  end if;
  promised := private.approved_price(new.id);
  if promised is null and old.approved_at is not null then
    -- The stamp goes with the next quote, the promise does not.
    promised := coalesce(old.total_amount, 0);
    perform private.keep_approved_price(new.id, promised, old.quote_lines);
  end if;
  -- Without an approval the price is the shop's.
  if promised is null then
    return new;
  end if;
  if new.advance_payment + new.final_payment > greatest(promised, old.advance_payment + old.final_payment)
    and not private.is_correction() then
    raise exception 'El cliente aprobó %: no recibas más que eso sin su aprobación.', private.format_clp(promised)
      using errcode = '23514';
  end if;
  -- No work is done on a device that goes back unrepaired.
  is_other := new.unrepaired_reason is null and private.is_other_work(new.id, new.quote_lines);
  if total <= promised and not is_other then
    return new;
  end if;
  -- This change asks for another answer.
  is_asked := total > greatest(promised, coalesce(old.total_amount, 0))
    or is_other and private.promised_work(new.quote_lines) <> private.promised_work(old.quote_lines);
  if is_asked and new.status <> 'quoted' and (new.status <> old.status or new.status in ('delivered', 'cancelled')) then
    raise exception '%', case when total > promised
      then format('El cliente aprobó %s. Para cobrar más, envíale antes un nuevo presupuesto.',
        private.format_clp(promised))
      else 'El cliente aprobó otros trabajos o repuestos. Para cambiarlos, envíale antes un nuevo presupuesto.' end
      using errcode = '23514';
  end if;
  if new.status <> old.status and new.status not in ('quoted', 'cancelled')
    and (old.status = 'quoted' or new.status in ('completed', 'delivered')) then
    raise exception '%', case when total > promised
      then format('El cliente aprobó %s y no ha aprobado %s. Espera su respuesta, anota su aprobación o vuelve a ese precio.',
        private.format_clp(promised), private.format_clp(total))
      else 'El cliente aprobó otros trabajos o repuestos. Espera su respuesta, anota su aprobación o vuelve a lo que aprobó.'
      end using errcode = '23514';
  end if;
  if not is_asked or new.status = 'quoted' then
    return new;
  end if;
  new.status := 'quoted';
  return private.stamp_status(new, old);
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_final_payment()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if not private.is_api_caller() or private.is_correction() then
    return new;
  end if;
  if new.final_payment > old.final_payment and new.status <> 'delivered' then
    raise exception 'El pago del saldo se registra al entregar la orden.' using errcode = '23514';
  end if;
  if (new.status = old.status or new.final_payment < old.final_payment)
    and not private.may('orders.receive-payment') then
    raise exception 'Solo administración y recepción registran pagos después de la entrega.' using errcode = '42501';
  end if;
  if new.final_payment > old.final_payment
    and new.final_payment > greatest(coalesce(new.total_amount, 0) - new.advance_payment, 0) then
    raise exception 'El pago supera el saldo de la orden.' using errcode = '23514';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_correction()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select from private.payments p
    where p.id = nullif(current_setting('taller.payment', true), '')::uuid and p.corrects is not null)
$function$;

CREATE OR REPLACE FUNCTION private.refuse_old_ledger()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- An order that is there was sent again: the primary key says so.
  if exists (select from private.payment_shares s where s.order_id = new.id)
    and not exists (select from public.service_orders o where o.id = new.id) then
    raise exception 'La orden tenía pagos y se eliminó: regístrala de nuevo, con otro identificador.'
      using errcode = '23514';
  end if;
  return new;
end
$function$;

CREATE TRIGGER refuse_old_ledger
  BEFORE INSERT ON public.service_orders
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_old_ledger();

REVOKE ALL ON FUNCTION "private"."is_correction"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_correction"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_correction"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_correction"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_old_ledger"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_old_ledger"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_old_ledger"() TO "postgres";
