SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.count_saved_views()
  RETURNS TABLE (
    id    uuid,
    total integer
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  saved public.saved_views;
  searched_by text;
  searched_number text;
begin
  perform private.require('desk');
  for saved in select v.* from public.saved_views v where v.owner_id = (select auth.uid()) and v.name is not null loop
    id := saved.id;
    begin
      total := coalesce((
        select s.total from public.search_orders(p_search => saved.search,
          p_field => coalesce(saved.field, 'order_number'), p_status => saved.status,
          p_technician => saved.technician_id, p_view => saved.view) as s limit 1), 0);
    exception when insufficient_privilege then
      total := null;
    end;
    searched_by := case when trim(saved.search) <> '' then case saved.field
      when 'customer_rut' then 'rut'
      when 'customer_phone' then 'phone'
      when 'customer_name' then 'name'
      when 'imei' then 'imei'
      when 'all' then 'text'
    end end;
    if searched_by is not null and total > 0 then
      -- A complete RUT or phone, as platform/server/src/access-log reads one; never a name or a text.
      searched_number := normalize(saved.search, nfkc);
      if searched_by in ('name', 'imei') or searched_number ~ '[[:alpha:]]{2}'
        or regexp_replace(searched_number, '[^0-9kK]', '', 'g') !~ '^([0-9]{7,8}[0-9kK]|[0-9]{8,12})$' then
        searched_number := null;
      end if;
      perform private.record_look((select auth.uid()), 'search', null, null, searched_number, 'count_saved_views', total,
        searched_by);
    end if;
    return next;
  end loop;
end
$function$;
