SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.guard_approved_price()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  total bigint := coalesce(new.total_amount, 0);
  -- As settle_quote_lines leaves them, which runs later.
  lines constant jsonb := private.follow_total(new.id, coalesce(new.quote_lines, '[]'), new.total_amount);
  promised bigint;
  is_other boolean;
  is_asked boolean;
begin
  if new.status = 'approved' and old.status <> 'approved' then
    perform private.keep_approved_price(new.id, total, lines);
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
  is_other := new.unrepaired_reason is null and private.is_other_work(new.id, lines);
  if total <= promised and not is_other then
    return new;
  end if;
  -- This change asks for another answer.
  is_asked := total > greatest(promised, coalesce(old.total_amount, 0))
    or is_other and private.promised_work(lines) <> private.promised_work(old.quote_lines);
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
