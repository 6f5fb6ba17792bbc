SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.anonymize_orders (
  p_ids uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  last_event bigint := coalesce((select max(e.id) from public.order_events e), 0);
  done integer;
begin
  with person as (
    select r.customer_rut, '00' || lpad(nextval('private.anonymous_ruts')::text, 6, '0') || '-0' as nobody
    from (select distinct o.customer_rut from public.service_orders o where o.id = any (p_ids) order by 1) as r
  ), device as (
    -- Two devices of one model stay two.
    select o.id, 'Equipo ' || dense_rank() over (partition by o.customer_rut order by o.imei) as name
    from public.service_orders o where o.id = any (p_ids) and o.imei is not null
  )
  update public.service_orders o set
    customer_name = 'Cliente anonimizado', customer_phone = '-', customer_address = null, customer_rut = person.nobody,
    imei = (select d.name from device d where d.id = o.id), equipment_condition = '', work_description = '',
    technical_work = '', notes = null, password_type = null, device_code_stored = false, anonymized_at = now()
  from person
  where o.id = any (p_ids) and o.anonymized_at is null and person.customer_rut = o.customer_rut;
  get diagnostics done = row_count;
  -- 'Deshacer' would restore these.
  delete from private.undoable_changes u where u.order_id = any (p_ids);

  -- The update has written what it took away to the timeline.
  delete from public.order_events e where e.order_id = any (p_ids) and e.id > last_event;
  update public.order_events e set
    changes = private.impersonal_changes(e.changes),
    actor_id = case when e.actor_role = 'customer' then null else e.actor_id end,
    actor_name = case when e.actor_role = 'customer' then null else e.actor_name end
  where e.order_id = any (p_ids);
  perform private.add_order_event(o, 'anonymized', '{}') from public.service_orders o where o.id = any (p_ids);
  delete from public.service_order_internal i where i.order_id = any (p_ids);
  delete from public.decision_origins d where d.order_id = any (p_ids);
  update public.decision_history h
  set message = regexp_replace(h.message, '^.*( aprobó el presupuesto de )', 'El cliente\1')
  where h.order_id = any (p_ids);
  delete from public.notifications n where n.order_id = any (p_ids);
  delete from public.whatsapp_messages m where m.order_id = any (p_ids);
  delete from public.whatsapp_replies r where r.order_id = any (p_ids);
  return done;
end
$function$;

CREATE OR REPLACE FUNCTION private.imported_orders (
  p_batch_id uuid,
  p_rows     jsonb
)
  RETURNS SETOF public.service_orders
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select o.*
  from jsonb_array_elements(p_rows) with ordinality as e (item, place)
  cross join lateral jsonb_populate_record(
    null::public.service_orders,
    -- Values of columns that a row may leave out.
    jsonb_build_object(
      'id', gen_random_uuid(),
      'updated_at', e.item -> 'created_at',
      'equipment_model', '', 'equipment_condition', '', 'work_description', '', 'technical_work', '',
      'advance_payment', 0
    )
    || (
      select coalesce(jsonb_object_agg(said.key, said.value), '{}') from jsonb_each(jsonb_strip_nulls(e.item)) as said
      where said.key = any (private.import_columns())
    )
    -- Columns that no row sets.
    || jsonb_build_object(
      'order_number', coalesce((e.item ->> 'order_number')::integer, private.next_order_number()),
      'quote', 0, 'final_payment', 0, 'version', 1, 'device_code_stored', false, 'technician_id', null,
      'receptionist_id', null, 'approved_at', null, 'rejected_at', null, 'quoted_at', null, 'completed_at', null,
      'anonymized_at', null, 'cancellation_reason', null,
      'delivered_at', case when e.item ->> 'status' = 'delivered'
        then coalesce(e.item ->> 'updated_at', e.item ->> 'created_at') end,
      'import_batch_id', p_batch_id, 'import_key', e.item ->> 'key'
    )
  ) as o
  order by e.place
$function$;

CREATE OR REPLACE FUNCTION private.insert_imported_orders (
  p_batch_id uuid,
  p_rows     jsonb,
  p_numbered boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  fresh jsonb;
begin
  -- The first of two rows with one key or one number has it.
  select jsonb_agg(mine.value order by mine.place) into fresh
  from (
    select distinct on (coalesce(first.value ->> 'order_number', first.place::text)) first.value, first.place
    from (
      select distinct on (e.value ->> 'key') e.value, e.place
      from jsonb_array_elements(p_rows) with ordinality as e (value, place)
      order by e.value ->> 'key', e.place
    ) as first
    where (first.value ->> 'order_number' is not null) = p_numbered
    order by coalesce(first.value ->> 'order_number', first.place::text), first.place
  ) as mine
  where not exists (select from public.service_orders o where o.import_key = mine.value ->> 'key')
    and not exists (select from public.service_orders o
      where o.order_number = (mine.value ->> 'order_number')::integer);
  if fresh is null then
    return;
  end if;
  insert into public.service_orders select o.* from private.imported_orders(p_batch_id, fresh) as o;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_condition (
  p_field  text,
  p_search text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  term text := trim(private.fold(private.plain_marks(left(p_search, 200))));
  compact text := regexp_replace(term, '[^0-9k]', '', 'g');
begin
  case p_field
    when 'customer_rut' then
      return case when compact = '' then ' and false' else private.text_condition('customer_rut', compact) end;
    when 'customer_phone' then
      -- In any spelling: with a 0 or 00 before it, too.
      compact := coalesce(nullif(ltrim(regexp_replace(term, '[^0-9]', '', 'g'), '0'), ''),
        regexp_replace(term, '[^0-9]', '', 'g'));
      return case when compact = '' then ' and false'
        -- Short ones by the beginning, with or without the prefix.
        when length(compact) < 3 then format(' and (s.customer_phone like %L or s.customer_phone like %L)',
          compact || '%', '56' || compact || '%')
        else private.text_condition('customer_phone', compact) end;
    when 'all' then
      -- A term like a RUT, a phone or a number is compared without its dots, dashes and blanks.
      if term ~ '^[+(]?[0-9][0-9 .()+-]*[0-9k]$' then
        return private.text_condition('everything', ltrim(regexp_replace(term, '[^0-9k]', '', 'g'), '0'));
      end if;
      return private.text_condition('everything', term);
    else
      return private.text_condition(p_field, term);
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION public.anonymize_customer (
  p_by    text,
  p_value text,
  p_seen  text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  who private.person;
  locked private.person;
  unclosed text;
  names text[];
  ruts text[];
  phones text[];
  visits uuid[];
begin
  perform private.require('privacy.manage');
  -- One after the other, so that the second of two finds what the first has left.
  perform pg_advisory_xact_lock(hashtextextended('private.anonymize', 0));
  who := private.find_person(p_by, p_value);
  perform from public.service_orders o where o.id = any (who.orders) order by o.id for update;
  perform from public.profiles p where p.id = any (who.accounts) order by p.id for update;
  -- The rows may belong to somebody else after the wait for the locks.
  locked := who;
  who := private.find_person(p_by, p_value);
  select string_agg('#' || private.format_order_number(o.order_number), ', ' order by o.order_number) into unclosed
  from public.service_orders o where o.id = any (who.orders) and o.status <> all (private.statuses_in('closed'));
  if unclosed is not null then
    raise exception 'No se puede anonimizar mientras haya órdenes abiertas: %. Entrégalas o cancélalas primero.',
      unclosed
      using errcode = '23514';
  end if;
  visits := private.visits_of(who, p_by, p_value);
  if cardinality(who.orders) + cardinality(who.accounts) + cardinality(visits) = 0 then
    return jsonb_build_object('outcome', 'nothing', 'orders', 0, 'accounts', 0);
  end if;
  if p_seen is null then
    raise exception 'Revisa primero lo que se va a borrar: actualiza la página y confirma otra vez.' using errcode = '23514';
  end if;
  if not (who.orders <@ locked.orders and who.accounts <@ locked.accounts)
    or p_seen <> private.anonymization_preview(who, p_by, p_value) ->> 'seen' then
    return jsonb_build_object('outcome', 'changed', 'orders', 0, 'accounts', 0);
  end if;
  select coalesce(array_agg(distinct k.name) filter (where k.name <> ''), '{}'),
    coalesce(array_agg(distinct k.rut) filter (where not private.is_repeated_rut(k.rut)), '{}'),
    coalesce(array_agg(distinct private.phone_key(k.phone)), '{}') into names, ruts, phones
  from (
    select o.customer_name as name, o.customer_rut as rut, o.customer_phone as phone from public.service_orders o
      where o.id = any (who.orders)
    union all
    -- An account's unproven data may be somebody else's: it counts if nobody else is known by it.
    select case when p.rut_verified_at is not null and p.full_name ~ '^.{2,} .{2,}$' then p.full_name end,
      case when p.rut_verified_at is not null or not private.is_of_others(p.rut, null, who) then p.rut end,
      case when not private.is_of_others(null, p.phone, who) then p.phone end
    from public.profiles p where p.id = any (who.accounts)
  ) as k;
  perform private.anonymize_orders(who.orders);
  delete from public.profiles p where p.id = any (who.accounts);
  delete from public.appointments a where a.id = any (visits);
  perform private.forget_traces(names, ruts, phones, who.accounts);
  insert into private.anonymizations (actor_id, orders, accounts)
  values ((select auth.uid()), cardinality(who.orders), cardinality(who.accounts));
  return jsonb_build_object('outcome', 'done', 'orders', cardinality(who.orders), 'accounts',
    cardinality(who.accounts));
end
$function$;

CREATE OR REPLACE FUNCTION public.close_old_orders (
  p_before date
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  o public.service_orders;
  closed uuid[] := '{}';
begin
  perform private.require('order-import');
  for o in
    select * from private.old_open_orders(p_before) as old order by old.created_at, old.id limit 200
  loop
    -- Somebody may have begun with it meanwhile.
    select * into o from public.service_orders s where s.id = o.id and s.version = o.version for update;
    continue when o.id is null;
    -- This marks the change as an undone status, which sends no message.
    perform set_config('taller.undone_order', o.id::text, true);
    if o.status = 'completed' then
      update public.service_orders s set status = 'delivered' where s.id = o.id;
      update public.service_orders s set delivered_at = o.updated_at, completed_at = o.updated_at where s.id = o.id;
    else
      update public.service_orders s
      set status = 'cancelled', cancellation_reason = 'Orden antigua, cerrada en conjunto' where s.id = o.id;
    end if;
    closed := closed || o.id;
  end loop;
  perform set_config('taller.undone_order', '', true);
  -- Their devices left long ago.
  delete from private.kept_devices k where k.order_id = any (closed);
  return (select count(*) from private.old_open_orders(p_before));
end
$function$;

CREATE OR REPLACE FUNCTION public.import_inventory (
  p_file_name text,
  p_file_key  text,
  p_existing  text,
  p_rows      jsonb
)
  RETURNS TABLE (
    "row"       integer,
    outcome     text,
    item_number integer,
    detail      text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  item jsonb;
  met record;
  stored public.inventory;
  problem text;
  highest bigint;
  next_code bigint;
begin
  perform private.check_import_call(p_rows);
  if coalesce(p_file_key, '') = '' or coalesce(p_existing, '') not in ('add', 'skip') then
    raise exception 'La importación no es válida.' using errcode = '22023';
  end if;
  -- One import at a time, no code handed out while codes are being claimed, and no write-off that waits for us while we
  -- wait for it.
  lock table public.inventory in exclusive mode;
  select private.highest_foreign_number(max(i.item_number)) into highest from public.inventory i;
  for item in select value from jsonb_array_elements(p_rows) loop
    problem := private.import_row_problem(item);
    if problem is null and (item ->> 'code')::bigint > highest then
      problem := format('el código %s está muy por encima de los de este taller (hasta %s).', item ->> 'code', highest);
    end if;
    if problem is not null then
      raise exception 'La fila % no se puede importar: %', item ->> 'row', problem using errcode = '23514',
        detail = item ->> 'row';
    end if;
  end loop;
  -- Products without a code get one after all of these. The sequence does not give it: a batch that fails would leave
  -- it moved.
  select greatest(
    (select case when s.is_called then s.last_value else 0 end from public.inventory_item_number_seq s),
    (select max(i.item_number) from public.inventory i),
    (select max((value ->> 'code')::integer) from jsonb_array_elements(p_rows))
  ) + 1 into next_code;

  for item in select value from jsonb_array_elements(p_rows) loop
    "row" := (item ->> 'row')::integer;
    select * into met from private.match_import_row(p_file_key, item);
    outcome := met.outcome;
    item_number := met.item_number;
    detail := met.detail;
    if outcome in ('existing', 'seen') and p_existing = 'skip' then
      outcome := 'skipped';
    elsif outcome in ('existing', 'seen') then
      select * into stored from public.inventory i where i.id = met.item_id;
      if stored.quantity + (item ->> 'quantity')::integer > 1000000 then
        raise exception 'La fila % no se puede importar: quedarían más de 1.000.000 de piezas.', "row"
          using errcode = '23514', detail = "row"::text;
      end if;
      update public.inventory i set quantity = i.quantity + (item ->> 'quantity')::integer where i.id = met.item_id
        returning * into stored;
      outcome := 'imported';
    elsif outcome = 'new' then
      insert into public.inventory as i (item_number, brand, model, quantity, cost_price, min_stock, component_type_id,
        supplier_id)
      overriding system value
      values (
        coalesce((item ->> 'code')::integer, next_code::integer), item ->> 'brand', item ->> 'model',
        (item ->> 'quantity')::integer, (item ->> 'cost_price')::bigint, coalesce((item ->> 'min_stock')::integer, 0),
        private.catalog_id('component_types', item ->> 'type'), private.catalog_id('suppliers', item ->> 'supplier')
      )
      returning * into stored;
      item_number := stored.item_number;
      if item ->> 'code' is null then
        next_code := next_code + 1;
      end if;
      outcome := 'imported';
    end if;
    if outcome = 'imported' then
      perform private.add_movement(
        stored, 'imported', (item ->> 'quantity')::integer, stored.quantity, p_import_row => item ->> 'key',
        p_import_file => p_file_key, p_import_name => left(p_file_name, 300)
      );
    end if;
    return next;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.record_message_status (
  p_provider_message_id text,
  p_opaque              text,
  p_status              text,
  p_at                  timestamp with time zone,
  p_code                text                     DEFAULT NULL::text,
  p_message             text                     DEFAULT NULL::text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  before public.whatsapp_messages;
  after public.whatsapp_messages;
begin
  select * into before from public.whatsapp_messages m
  where m.provider_message_id = p_provider_message_id or m.id::text = p_opaque
  order by (m.provider_message_id = p_provider_message_id) desc nulls last
  limit 1 for update;
  if before.id is null then
    return false;
  end if;
  -- Late news of an earlier send: the row waits to be sent again ('Reintentar') and still has the id of the send that
  -- failed, or it has the id of a later one.
  if (before.state in ('queued', 'sending') and before.provider_message_id = p_provider_message_id)
    or (before.state not in ('queued', 'sending') and p_status = 'failed'
      and before.provider_message_id <> p_provider_message_id) then
    return true;
  end if;
  update public.whatsapp_messages m set
    provider_message_id = case
      when m.state in ('queued', 'sending') then p_provider_message_id
      else coalesce(m.provider_message_id, p_provider_message_id)
    end,
    -- Only forwards: queued < sending < sent < delivered < read; a failure counts until it was delivered.
    state = case
      when p_status = 'failed' and m.state not in ('delivered', 'read') then 'failed'
      when p_status = 'read' then 'read'
      when p_status = 'delivered' and m.state <> 'read' then 'delivered'
      when p_status = 'sent' and m.state in ('queued', 'sending', 'failed')
        and (m.failed_at is null or m.failed_at < p_at or m.error_code = 'unknown') then 'sent'
      else m.state
    end,
    sent_at = case when p_status in ('sent', 'delivered', 'read') then least(m.sent_at, p_at) else m.sent_at end,
    delivered_at = case when p_status in ('delivered', 'read') then least(m.delivered_at, p_at) else m.delivered_at end,
    read_at = case when p_status = 'read' then least(m.read_at, p_at) else m.read_at end,
    failed_at = case when p_status = 'failed' then coalesce(m.failed_at, p_at) else m.failed_at end,
    -- Any news settles an unknown outcome.
    error_code = case when p_status = 'failed' then p_code when p_status in ('delivered', 'read')
    or m.error_code = 'unknown' then null else m.error_code end, error_message = case when p_status = 'failed'
    then left(p_message, 1000) when p_status in ('delivered', 'read') then null else m.error_message end,
    locked_until = null
  where m.id = before.id
  returning * into after;
  if after.state = 'failed' and before.state <> 'failed' then
    perform private.notify_message_failed(after);
  end if;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_part_failures (
  p_failures jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  failure record;
  most constant integer := 500;
begin
  if jsonb_typeof(p_failures) is distinct from 'array' or jsonb_array_length(p_failures) > 10 then
    raise exception 'Se espera una lista de hasta diez fallas.' using errcode = '22023';
  end if;
  if exists (select from jsonb_array_elements(p_failures) as given (value)
    where not private.is_part_failure(given.value)) then
    raise exception 'Una falla no tiene la forma esperada.' using errcode = '22023';
  end if;
  delete from private.part_failures f where f.last_at < now() - interval '30 days';
  -- Always in the order of the key by which they are counted.
  for failure in
    select value ->> 'part' as part, value ->> 'build' as build, value ->> 'kind' as kind,
      private.impersonal(value ->> 'error') as error, value ->> 'frames' as frames
    from jsonb_array_elements(p_failures)
    order by 1, 2, 3, md5(private.impersonal(value ->> 'error') || (value ->> 'frames'))
  loop
    insert into private.part_failures (part, build, kind, error, frames)
    values (failure.part, failure.build, failure.kind, failure.error, failure.frames)
    on conflict (part, build, kind, md5(error || frames)) do update
      set times = least(private.part_failures.times, 2000000000) + 1, last_at = now();
  end loop;
  -- Rows that another call counts stay until the next one.
  delete from private.part_failures f using (
    select free.id from private.part_failures free
    where free.id in (
      select old.id from private.part_failures old order by old.last_at desc, old.id desc offset most)
    for update skip locked
  ) as beyond
  where f.id = beyond.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_profiles (
  p_search text,
  p_staff  boolean,
  p_limit  integer DEFAULT 20,
  p_offset integer DEFAULT 0
)
  RETURNS TABLE (
    id              uuid,
    email           text,
    full_name       text,
    rut             text,
    phone           text,
    role            text,
    rut_verified_at timestamp with time zone,
    created_at      timestamp with time zone,
    total           bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  page_size integer := least(greatest(coalesce(p_limit, 20), 1), 200);
  term text := left(trim(coalesce(private.plain_marks(p_search), '')), 200);
  phrase text := '%' || regexp_replace(private.fold(term), '([\\%_])', '\\\1', 'g') || '%';
  rut_like text := case when term ~ '^[0-9.\s]{5,}-?[0-9kK]?$'
    then '%' || lower(regexp_replace(term, '[.\s]', '', 'g')) || '%' end;
  -- A RUT without its dash: 90355139 is 9035513-9.
  bare_rut_like text := case when term ~ '^[0-9.\s]{7,10}[0-9kK]$'
    then '%' || lower(regexp_replace(regexp_replace(term, '[.\s]', '', 'g'), '(.)$', '-\1')) || '%' end;
  phone_like text := case when term ~ '^[-+0-9()\s]{4,}$'
    then '%' || right(regexp_replace(term, '[^0-9]', '', 'g'), 9) || '%' end;
begin
  perform private.require('people.see');
  return query
  select p.id, p.email, p.full_name, p.rut, p.phone, p.role, p.rut_verified_at, p.created_at, count(*) over ()
  from public.profiles p
  where (p.role <> 'customer') = p_staff
    and (
      term = ''
      or private.profile_search_text(p.full_name, p.email, p.rut, p.phone) like phrase
      or private.profile_search_text(p.full_name, p.email, p.rut, p.phone) like rut_like
      or private.profile_search_text(p.full_name, p.email, p.rut, p.phone) like bare_rut_like
      or private.profile_search_text(p.full_name, p.email, p.rut, p.phone) like phone_like
    )
  order by private.fold(p.full_name), p.id
  limit page_size offset private.rows_skipped(p_offset, page_size);
end
$function$;

CREATE OR REPLACE FUNCTION public.set_report_pin (
  p_new        text,
  p_ticket     uuid DEFAULT NULL::uuid,
  p_request_id uuid DEFAULT NULL::uuid
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  outcome text;
  is_done boolean;
begin
  perform private.require('reports');
  if p_new is null or p_new !~ '^[0-9]{4}$' then
    return 'invalid';
  end if;
  is_done := exists (
    select from private.report_pin p
    join private.done_requests d on d.user_id = auth.uid() and d.id = p_request_id and d.task = 'set_report_pin' and d.done_at = p.updated_at);
  outcome := private.answer_pin(p_ticket);
  if is_done then
    if outcome = 'wrong' then
      perform private.refuse_request('el PIN quedó cambiado');
    end if;
    -- The caller knows the PIN here.
    if outcome = 'ok' and not exists (select from private.report_pin p where extensions.crypt(p_new, p.hash) = p.hash) then
      perform private.refuse_request('el PIN quedó cambiado');
    end if;
    return outcome;
  end if;
  if outcome not in ('ok', 'unset') then
    return outcome;
  end if;
  -- The PIN is no argument here: of four digits a digest is no secret.
  if private.claim_request(p_request_id, 'set_report_pin', '[]') then
    insert into private.report_pin (hash) values (extensions.crypt(p_new, extensions.gen_salt('bf', 8)))
    on conflict (singleton) do update set hash = excluded.hash, updated_at = now();
  elsif not exists (select from private.report_pin p where extensions.crypt(p_new, p.hash) = p.hash) then
    perform private.refuse_request('el PIN quedó cambiado');
  end if;
  return 'ok';
end
$function$;
