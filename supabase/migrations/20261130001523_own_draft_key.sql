SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.own_draft_key()
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return private.keyed('drafts', private.require_own_session()::text);
end
$function$;

REVOKE ALL ON FUNCTION "public"."own_draft_key"() FROM PUBLIC, "anon", "service_role";

GRANT EXECUTE ON FUNCTION "public"."own_draft_key"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."own_draft_key"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."own_draft_key"() TO "postgres";
