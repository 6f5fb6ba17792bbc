-- The count of an own view that searches for a person is a search like the list's (PRIV-12, SEC-59): a view is saved with
-- any text, and its count says whether there is such a customer.

-- As before, and logs the searches in personal data that find something: once an hour each, as private.record_look does.
create or replace function public.count_saved_views() returns table (id uuid, total integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  saved public.saved_views;
  searched_by text;
  searched_number text;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
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
      -- A complete RUT or phone, as server/src/looks reads one; never a name or a text.
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
$$;
