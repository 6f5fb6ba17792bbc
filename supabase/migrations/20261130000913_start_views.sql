SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.first_start_view (
  p_role text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case
    when private.role_may(p_role, 'orders.repair') then 'mine'
    when private.role_may(p_role, 'orders.receive-payment') and not private.role_may(p_role, 'settings') then 'ready'
  end
$function$;

CREATE OR REPLACE FUNCTION private.give_start_view()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from public.saved_views v where v.owner_id = new.id and v.name is null;
  insert into public.saved_views (owner_id, view, is_start)
  select new.id, private.first_start_view(new.role), true
  where private.first_start_view(new.role) is not null
    and not exists (select from public.saved_views v where v.owner_id = new.id and v.is_start);
  return null;
end
$function$;

CREATE TRIGGER give_start_view
  AFTER INSERT ON public.profiles
  FOR EACH ROW
  WHEN ((new.role <> 'customer'::text))
  EXECUTE FUNCTION private.give_start_view();

CREATE TRIGGER renew_start_view
  AFTER UPDATE OF ROLE ON public.profiles
  FOR EACH ROW
  WHEN ((old.role <> new.role))
  EXECUTE FUNCTION private.give_start_view();

REVOKE ALL ON FUNCTION "private"."first_start_view"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."first_start_view"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."first_start_view"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."give_start_view"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_start_view"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."give_start_view"() TO "postgres";

-- Colleagues who have chosen no start begin with that of their role, as new ones do.
insert into public.saved_views (owner_id, view, is_start)
select p.id, private.first_start_view(p.role), true
from public.profiles p
where p.role <> 'customer' and private.first_start_view(p.role) is not null
  and not exists (select from public.saved_views v where v.owner_id = p.id and v.is_start);
