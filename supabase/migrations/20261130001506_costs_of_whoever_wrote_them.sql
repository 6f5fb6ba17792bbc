SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.keep_line_costs (
  p_order_id uuid,
  p_lines    jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or not jsonb_path_exists(p_lines, '$[*].unit_cost') then
    return;
  end if;
  if exists (select from jsonb_array_elements(p_lines) as l
    where l ->> 'unit_cost' is not null
      and (private.line_number(l, 'unit_cost', 0) between 0 and 1000000000) is not true) then
    raise exception 'Escribe el costo en pesos, sin decimales.' using errcode = '23514';
  end if;
  if not private.may('costs.see') and exists (
    select from private.line_costs c join jsonb_array_elements(p_lines) as l
      on c.line_id = case when pg_input_is_valid(l ->> 'id', 'uuid') then (l ->> 'id')::uuid end
    where c.order_id = p_order_id and l ? 'unit_cost' and c.written_by is distinct from (select auth.uid())
      and c.unit_cost::text is distinct from l ->> 'unit_cost') then
    raise exception 'El costo de una de las líneas ya lo escribió otra persona: déjalo vacío, o pide que lo corrija quien ve los costos.'
      using errcode = '42501';
  end if;
  delete from private.line_costs c using jsonb_array_elements(p_lines) as l
  where c.order_id = p_order_id and l ? 'unit_cost'
    and c.line_id = case when pg_input_is_valid(l ->> 'id', 'uuid') then (l ->> 'id')::uuid end;
  insert into private.line_costs (order_id, line_id, unit_cost)
  select p_order_id, (l ->> 'id')::uuid, private.line_number(l, 'unit_cost', null)
  from jsonb_array_elements(p_lines) as l
  where l ->> 'unit_cost' is not null and pg_input_is_valid(l ->> 'id', 'uuid')
  on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION public.begin_import (
  p_file_name text,
  p_file_hash text,
  p_row_count integer
)
  RETURNS public.import_batches
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  opened public.import_batches;
begin
  perform private.require('order-import');
  if p_file_name is null or p_file_hash is null or p_row_count is null then
    raise exception 'No se sabe qué archivo es. Elígelo otra vez.' using errcode = '22023';
  end if;
  insert into public.import_batches (file_name, file_hash, row_count, created_by)
  values (left(p_file_name, 300), p_file_hash, p_row_count, (select auth.uid()))
  on conflict (file_hash) do update set updated_at = now()
  returning * into opened;
  return opened;
end
$function$;

CREATE OR REPLACE FUNCTION public.begin_site_change (
  p_request_id uuid,
  p_action     text,
  p_part       text,
  p_build      text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  known private.site_changes;
begin
  perform private.require('system-status');
  perform private.require_id(p_request_id);
  if p_action is null or p_part is null or p_build is null then
    raise exception 'Di qué parte del sitio cambia, y a qué versión.' using errcode = '22023';
  end if;
  insert into private.site_changes (user_id, request_id, action, part, build)
  values ((select auth.uid()), p_request_id, p_action, p_part, p_build) on conflict do nothing;
  select * into known from private.site_changes c
  where c.user_id = (select auth.uid()) and c.request_id = p_request_id;
  if (known.action, known.part, known.build) is distinct from (p_action, p_part, p_build) then
    raise exception 'Esa solicitud ya llegó con otros datos.' using errcode = '22023';
  end if;
  return jsonb_build_object('id', known.id, 'outcome', known.outcome);
end
$function$;

CREATE OR REPLACE FUNCTION public.retry_tax_document (
  p_id          uuid,
  p_document_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  asked private.tax_documents;
begin
  perform private.require('orders.receive-payment');
  if not private.claim_request(p_id, 'retry_tax_document', jsonb_build_array(p_document_id), 'el documento quedó pedido otra vez')
  then
    return;
  end if;
  perform from private.payments p where p.id = (
    select d.payment_id from private.tax_documents d where d.id = p_document_id) for update;
  select * into asked from private.tax_documents d where d.id = p_document_id for update;
  if not found then
    raise exception 'Este documento no existe.' using errcode = 'P0002';
  end if;
  if asked.state not in ('queued', 'rejected') then
    raise exception 'Este documento ya no espera al proveedor. Recarga la orden.' using errcode = '23514';
  end if;
  perform private.require_provider(asked.kind);
  update private.tax_documents d set state = 'queued' where d.id = p_document_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_reminders (
  p_wanted boolean,
  p_id     uuid    DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  subjects text[];
begin
  perform private.require(case when p_id is null then 'own-orders' else 'desk' end);
  if p_wanted is null then
    raise exception 'Di si el cliente quiere recordatorios.' using errcode = '22023';
  end if;
  if p_id is null and private.my_rut() is null then
    raise exception 'Primero confirma tu RUT: así sabemos qué órdenes son tuyas.' using errcode = '23514';
  end if;
  subjects := private.reminder_subjects(coalesce(p_id, (select auth.uid())));
  if subjects = '{}' then
    raise exception 'Ese cliente no tiene teléfono ni RUT con que reconocerlo.' using errcode = '23514';
  end if;
  perform private.note_consent(subjects, p_wanted, case when p_id is null then 'account' else 'shop' end);
end
$function$;

CREATE OR REPLACE FUNCTION public.system_status (
  p_part text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('system-status');
  case p_part
    -- The caller's own claims, which the API has checked: for the functions that act for them.
    when 'access' then
      return (
        select jsonb_object_agg(c.key, c.value) from jsonb_each(current_setting('request.jwt.claims')::jsonb) as c
        where c.key in ('sub', 'session_id', 'aal'));
    when 'database' then
      return jsonb_build_object(
        'bytes', pg_catalog.pg_database_size(current_database()),
        'connections', (select count(*) from pg_catalog.pg_stat_activity a where a.datname = current_database()),
        'max_connections', current_setting('max_connections')::integer,
        'version', split_part(current_setting('server_version'), ' ', 1),
        'checksums', current_setting('data_checksums') = 'on',
        'checksum_failures', (select coalesce(sum(d.checksum_failures), 0) from pg_catalog.pg_stat_database d));
    when 'messages' then
      return private.message_facts();
    when 'documents' then
      return private.tax_facts();
    when 'mail' then
      return private.mail_facts();
    when 'jobs' then
      return private.cron_facts();
    when 'backups' then
      return private.backup_facts();
    when 'records' then
      return private.record_facts();
    when 'retention' then
      return (
        select jsonb_build_object('last_run_at', max(r.ran_at),
          'removed', (select coalesce(sum(v.value::integer), 0) from private.retention_runs q,
            jsonb_each_text(q.removed) v
            where q.ran_at > now() - interval '30 days'))
        from private.retention_runs r);
    else
      raise exception 'Esa parte del estado no existe.' using errcode = '22023';
  end case;
end
$function$;

ALTER TABLE "private"."line_costs"
  ADD COLUMN "written_by" uuid DEFAULT auth.uid();

ALTER TABLE "private"."line_costs"
  ADD CONSTRAINT "line_costs_written_by_fkey" FOREIGN KEY (written_by) REFERENCES public.profiles(id) ON DELETE SET NULL;
