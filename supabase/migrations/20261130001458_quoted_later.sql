SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.guard_new_order (
  new public.service_orders
)
  RETURNS public.service_orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new.status <> 'pending' then
    raise exception 'Una orden nueva comienza pendiente.' using errcode = '23514';
  end if;
  if trim(new.technical_work) = '' and not private.quotes_later() then
    raise exception 'Describe el trabajo a realizar.' using errcode = '23514';
  end if;
  new.receptionist_id := (select auth.uid());
  new.approved_at := null;
  new.rejected_at := null;
  new.delivered_at := null;
  new.quoted_at := null;
  new.completed_at := null;
  new.warranty_days := null;
  new.device_code_stored := false;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.quotes_later()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(bool_or(s.value -> 'quoteLater' = 'true'), false)
  from public.setting_sections s where s.section = 'desk'
$function$;

REVOKE ALL ON FUNCTION "private"."quotes_later"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."quotes_later"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."quotes_later"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."quotes_later"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."quotes_later"() TO "service_role";

-- No shop quotes later until it says so. Without a new version: no form that is open meets a conflict.
ALTER TABLE "public"."setting_sections" DISABLE TRIGGER USER;
update public.setting_sections s set value = s.value || '{"quoteLater": false}'
where s.section = 'desk' and not s.value ? 'quoteLater';
ALTER TABLE "public"."setting_sections" ENABLE TRIGGER USER;
update public.setting_changes c set after = s.value
from public.setting_sections s
where s.section = 'desk' and c.section = s.section and c.version = 1
  and not exists (select from public.profiles);
