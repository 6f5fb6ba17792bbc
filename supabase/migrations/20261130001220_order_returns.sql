set local check_function_bodies = off;

alter table public.service_orders
  add column warranty_of integer references public.service_orders (order_number) on update cascade on delete set null,
  add column warranty_outcome text check (warranty_outcome in ('covered', 'not_covered', 'goodwill')),
  add column warranty_reason text check (length(warranty_reason) <= 20000),
  add column not_warranty boolean not null default false,
  add column warranty_repair boolean not null default false,
  add constraint service_orders_warranty_or_not check (not (not_warranty and warranty_of is not null));
create index service_orders_warranty_of on public.service_orders (warranty_of) where warranty_of is not null;
grant insert (warranty_of, not_warranty) on public.service_orders to authenticated;
grant update (warranty_of, not_warranty, warranty_outcome, warranty_reason) on public.service_orders to authenticated;

alter table private.order_counts add column warranty_repair boolean not null default false;

alter type private.visit add attribute warranty_of integer;

drop function public.search_orders(text, text, text, uuid, integer, boolean, text, text, boolean, text);

create or replace function private.technician_columns() returns text[]
language sql immutable set search_path = '' as $$
  select array[
    'status', 'technical_work', 'quote', 'total_amount', 'technician_id', 'notes', 'cancellation_reason',
    'unrepaired_reason', 'warranty_days', 'warranty_outcome', 'warranty_reason', 'final_payment', 'updated_at',
    'approved_at', 'rejected_at', 'delivered_at', 'completed_at'
  ]
$$;

create or replace function private.row_changes(before jsonb, after jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, jsonb_build_array(before -> key, value)), '{}')
  from jsonb_each(after)
  where value is distinct from before -> key
    and key not in ('updated_at', 'version', 'device_password', 'device_code_stored', 'quote', 'import_key',
      'import_batch_id', 'approved_at', 'rejected_at', 'delivered_at', 'completed_at', 'quoted_at',
      'cancellation_reason', 'on_hold', 'warranty_repair')
$$;

create or replace function public.undo_status(p_order_id uuid, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
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
  was := jsonb_populate_record(now_is, change.before);
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
      warranty_reason = was.warranty_reason
    where o.id = p_order_id;
  end loop;
  perform set_config('taller.undone_order', '', true);
  update private.undoable_changes u set undone = true where u.order_id = p_order_id;
end
$$;

create or replace function private.sum_order_counts() returns void
language plpgsql security definer set search_path = '' as $$
begin
  with summed as (
    delete from private.order_counts c
    where c.id = any (array(select k.id from private.order_counts k for update skip locked))
    returning c.status, c.total_amount, c.on_hold, c.warranty_repair, c.orders
  )
  insert into private.order_counts (status, total_amount, on_hold, warranty_repair, orders)
  select d.status, d.total_amount, d.on_hold, d.warranty_repair, sum(d.orders) from summed d
  group by 1, 2, 3, 4 having sum(d.orders) <> 0;
end
$$;

create or replace function private.count_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from private.order_counts c where c.id is not null;
  elsif tg_op = 'INSERT' then
    insert into private.order_counts (status, total_amount, on_hold, warranty_repair, orders)
    select n.status, sign(coalesce(n.total_amount, 0)), n.on_hold, n.warranty_repair, count(*) from new_orders n
    group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into private.order_counts (status, total_amount, on_hold, warranty_repair, orders)
    select d.status, sign(coalesce(d.total_amount, 0)), d.on_hold, d.warranty_repair, -count(*) from old_orders d
    group by 1, 2, 3, 4;
  else
    insert into private.order_counts (status, total_amount, on_hold, warranty_repair, orders)
    values (old.status, sign(coalesce(old.total_amount, 0)), old.on_hold, old.warranty_repair, -1),
      (new.status, sign(coalesce(new.total_amount, 0)), new.on_hold, new.warranty_repair, 1);
  end if;
  -- Once in a transaction: one that changes thousands of orders would read all of its changes again for each.
  if coalesce(current_setting('taller.orders_summed', true), '') = '' then
    perform set_config('taller.orders_summed', 'yes', true);
    -- A transaction that keeps to one snapshot would fail where another one has summed meanwhile.
    if (select count(*) > 64 from private.order_counts) and current_setting('transaction_isolation') = 'read committed' then
      perform private.sum_order_counts();
    end if;
  end if;
  return null;
end
$$;

create or replace function private.correct_order_counts() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.order_counts', 0));
  insert into private.order_counts (status, total_amount, on_hold, warranty_repair, orders)
  select n.status, n.sign, n.on_hold, n.warranty_repair, sum(n.orders) from (
    select o.status, sign(coalesce(o.total_amount, 0))::integer as sign, o.on_hold, o.warranty_repair,
      count(*) as orders
    from public.service_orders o group by 1, 2, 3, 4
    union all
    select c.status, c.total_amount, c.on_hold, c.warranty_repair, -c.orders from private.order_counts c
  ) as n group by 1, 2, 3, 4 having sum(n.orders) <> 0;
end
$$;

create or replace function private.order_view_condition(p_view text, key text, actor uuid) returns text
language plpgsql stable set search_path = '' as $$
declare
  before_quote constant text[] := array['pending', 'in_progress'];
begin
  return case p_view
    when 'to_quote' then
      format(' and o.status = any (%L::text[]) and coalesce(o.total_amount, 0) = 0 and not o.on_hold
        and not o.warranty_repair', before_quote)
    when 'waiting' then
      ' and o.status = ''quoted'' and not o.on_hold'
    when 'to_repair' then
      format(' and o.status = any (%L::text[]) and (o.status = ''approved'' or coalesce(o.total_amount, 0) > 0
        or o.warranty_repair) and not o.on_hold', before_quote || 'approved'::text)
    when 'on_hold' then
      ' and o.on_hold'
    when 'ready' then
      ' and o.status = ''completed'''
    when 'to_return' then
      format($kept$
      and %s in (
        select k.order_id from private.kept_devices k
        union all select r.id from public.service_orders r where r.status = 'rejected'
      )$kept$, key)
    when 'mine' then
      format(' and o.technician_id = %L and o.status = any (%L::text[])', actor,
        private.statuses_in('open') || private.statuses_in('pickup'))
    when 'message_failed' then
      format($failed$
      and %s in (
        select m.order_id from public.whatsapp_messages m
        where m.state = 'failed' and not exists (
          select from public.whatsapp_messages later where later.order_id = m.order_id
          and later.created_at > m.created_at
        )
      )$failed$, key)
    else null
  end;
end
$$;

create or replace function private.imported_orders(p_batch_id uuid, p_rows jsonb) returns setof public.service_orders
language sql volatile set search_path = '' as $$
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
      'anonymized_at', null, 'cancellation_reason', null, 'on_hold', false, 'unrepaired_reason', null,
      'not_warranty', false, 'warranty_repair', false,
      'delivered_at', case when e.item ->> 'status' = 'delivered'
        then coalesce(e.item ->> 'updated_at', e.item ->> 'created_at') end,
      'import_batch_id', p_batch_id, 'import_key', e.item ->> 'key'
    )
  ) as o
  order by e.place
$$;

create or replace function private.find_warranty_returns() returns table (order_id uuid)
language sql stable as $$
  select o.id
  from public.service_orders o
  where o.delivered_at is not null and o.warranty_days is not null
    and exists (
      select from public.service_orders b
      where b.customer_rut = o.customer_rut and b.equipment_type = o.equipment_type
        and b.created_at > greatest(o.created_at, o.delivered_at) and b.warranty_of is null and not b.not_warranty
        and b.created_at <= o.delivered_at + make_interval(days => o.warranty_days)
        and case when o.imei is not null and b.imei is not null then b.imei = o.imei
          else lower(b.equipment_brand || ' ' || b.equipment_model) = lower(o.equipment_brand || ' ' || o.equipment_model) end
    )
  union
  select o.id
  from public.service_orders b join public.service_orders o on o.order_number = b.warranty_of
  where b.warranty_outcome is distinct from 'not_covered'
$$;

create or replace function private.settle_warranty_returns(p_changed private.visit[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  touched uuid[];
begin
  -- One customer's orders are settled one after the other: two at the same time would not see each other. Sorted, so
  -- that two never wait
  -- for one another.
  perform pg_advisory_xact_lock(hashtextextended('private.settle_warranty_returns' || c.customer_rut, 0))
  from (
    select v.customer_rut from unnest(p_changed) v
    union select o.customer_rut from unnest(p_changed) v join public.service_orders o on o.order_number = v.warranty_of
    order by 1
  ) c;
  select array_agg(distinct o.id) into touched
  from unnest(p_changed) v
  join public.service_orders o on o.customer_rut = v.customer_rut
    and (o.id = v.id or o.equipment_type = v.equipment_type
    and o.delivered_at < v.created_at and o.delivered_at + make_interval(days => o.warranty_days) >= v.created_at);
  -- A phone can be what makes two orders one customer's.
  touched := touched || array(
    select o.id from unnest(p_changed) v join public.service_orders o on o.order_number = v.warranty_of);
  delete from private.warranty_returns w
  where w.order_id = any (touched) and not exists (select from private.find_warranty_returns() r
    where r.order_id = w.order_id);
  insert into private.warranty_returns
  select r.order_id from private.find_warranty_returns() r where r.order_id = any (touched)
  on conflict do nothing;
end
$$;

create or replace function private.follow_warranty_returns() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed private.visit[];
begin
  case tg_op
    when 'INSERT' then
      select array_agg((n.id, n.customer_rut, n.equipment_type, n.created_at, n.warranty_of)::private.visit) into changed
        from new_orders n;
    when 'DELETE' then
      select array_agg((o.id, o.customer_rut, o.equipment_type, o.created_at, o.warranty_of)::private.visit) into changed
        from old_orders o;
    when 'UPDATE' then
      select array_agg(v.visit) into changed
      from old_orders o
      join new_orders n on n.id = o.id
      cross join lateral (values
        ((o.id, o.customer_rut, o.equipment_type, o.created_at, o.warranty_of)::private.visit),
        ((n.id, n.customer_rut, n.equipment_type, n.created_at, n.warranty_of)::private.visit)) as v (visit)
      where n.anonymized_at is not distinct from o.anonymized_at
        and (o.customer_rut, o.equipment_type, o.equipment_brand, o.equipment_model, o.imei, o.created_at,
          o.delivered_at, o.warranty_days, o.warranty_of, o.not_warranty, o.warranty_outcome)
        is distinct from
        (n.customer_rut, n.equipment_type, n.equipment_brand, n.equipment_model, n.imei, n.created_at, n.delivered_at,
          n.warranty_days, n.warranty_of, n.not_warranty, n.warranty_outcome);
  end case;
  if changed is not null then
    perform private.settle_warranty_returns(changed);
  end if;
  return null;
end
$$;

create or replace function private.fill_warranty_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.warranty_of is not null and new.warranty_outcome is distinct from 'not_covered' then
    new.warranty_days := 0;
    return new;
  end if;
  select (s.value -> 'warranty' ->> case new.equipment_type when 'other' then 'others' else new.equipment_type end)::integer
    into new.warranty_days
  from public.setting_sections s where s.section = 'desk';
  return new;
end
$$;

create or replace function private.message_value(o public.service_orders, p_event text, p_name text) returns text
language sql stable security definer set search_path = '' as $$
  select case p_name
    -- In the number, which every text has: the provider's templates stay as they are registered.
    when 'orden' then private.format_order_number(o.order_number)
      || case when o.warranty_repair then ' (en garantía)' else '' end
    when 'estado' then 'En Progreso'
    when 'trabajo' then private.message_text(o.technical_work)
    when 'respuesta' then case p_event when 'approved' then 'aprobado' else 'rechazado' end
    when 'total' then private.format_clp(coalesce(o.total_amount, 0))
    when 'enlace' then rtrim(private.shop_setting('site_url'), '/') || '/decision-presupuesto/' || private.quote_link(o.id)
    when 'espera' then private.message_text(private.public_wait(o.order_number))
    when 'motivo' then private.message_text(o.cancellation_reason)
    when 'garantia' then case
      when o.unrepaired_reason is not null then 'Lo entregamos sin reparar'
      when o.warranty_repair and coalesce(o.warranty_days, 0) = 0 then
        case o.warranty_outcome when 'goodwill' then 'Reparación por cortesía' else 'Reparación en garantía' end
        || coalesce(', que sigue hasta el ' || to_char(private.warranty_end(o.warranty_of), 'DD-MM-YYYY'), '')
      when coalesce(o.warranty_days, 0) = 0 then 'Sin garantía'
      when o.warranty_days = 1 then 'Garantía de 1 día'
      else 'Garantía de ' || o.warranty_days || ' días'
    end
    when 'cliente' then private.message_text(o.customer_name)
    when 'equipo' then private.message_text(concat_ws(' ', o.equipment_brand, o.equipment_model))
  end
$$;

create or replace function private.impersonal_changes(p_changes jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_changes)
  where key in ('status', 'total_amount', 'advance_payment', 'final_payment', 'technician_id', 'warranty_days',
    'warranty_of', 'not_warranty', 'warranty_outcome', 'equipment_type', 'equipment_brand', 'equipment_model')
$$;

create or replace function private.anonymize_orders(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
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
    customer_name = 'Cliente anonimizado', customer_phone = '-', second_phone = null, customer_address = null,
    customer_rut = person.nobody, imei = (select d.name from device d where d.id = o.id), equipment_condition = '',
    work_description = '', technical_work = '', notes = null, password_type = null, device_code_stored = false,
    unrepaired_reason = case when o.unrepaired_reason is not null then 'Sin detalle' end,
    warranty_reason = case when o.warranty_reason is not null then 'Sin detalle' end, anonymized_at = now()
  from person
  where o.id = any (p_ids) and o.anonymized_at is null and person.customer_rut = o.customer_rut;
  get diagnostics done = row_count;
  -- 'Deshacer' would restore these.
  delete from private.undoable_changes u where u.order_id = any (p_ids);
  update public.order_waits w set note = '' where w.order_id = any (p_ids) and w.note <> '';

  -- The updates have written what they took away to the timeline.
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
$$;

create or replace function public.export_own_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  own_rut text := private.my_rut();
begin
  perform private.require('own-data.request');
  perform pg_advisory_xact_lock(hashtextextended('private.own_exports' || caller, 0));
  delete from private.own_exports e where e.made_at < now() - interval '1 hour';
  if (select count(*) from private.own_exports e where e.user_id = caller) >= 10 then
    raise exception 'Ya descargaste tus datos varias veces. Vuelve a intentarlo en una hora.' using errcode = 'P0001';
  end if;
  insert into private.own_exports (user_id) values (caller);
  return jsonb_build_object(
    'fecha', now(),
    'perfil', (
      select jsonb_build_object('nombre', p.full_name, 'correo', p.email, 'rut', p.rut, 'rut_confirmado_el',
        p.rut_verified_at, 'telefono', p.phone, 'direccion', p.address, 'cuenta_creada_el', p.created_at)
      from public.profiles p where p.id = caller),
    'ordenes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'numero', o.order_number, 'numero_anterior', o.former_number, 'recibida_el', o.created_at,
        'actualizada_el', o.updated_at, 'estado', o.status, 'motivo_de_cancelacion', o.cancellation_reason,
        'cliente', jsonb_build_object('nombre', o.customer_name, 'rut', o.customer_rut, 'telefono', o.customer_phone,
          'otro_telefono', o.second_phone, 'direccion', o.customer_address),
        'equipo', jsonb_build_object('tipo', o.equipment_type, 'marca', o.equipment_brand, 'modelo', o.equipment_model,
          'imei', o.imei, 'condicion', o.equipment_condition, 'clave_guardada', o.device_code_stored,
          'tipo_de_clave', o.password_type),
        'problema', o.work_description, 'trabajo', o.technical_work, 'notas', o.notes,
        'total', o.total_amount, 'abono', o.advance_payment, 'pagado_al_retirar', o.final_payment,
        'cotizada_el', o.quoted_at, 'aprobada_el', o.approved_at, 'rechazada_el', o.rejected_at, 'terminada_el',
        o.completed_at, 'entregada_el', o.delivered_at, 'garantia_dias', o.warranty_days,
        'entregada_sin_reparar', o.unrepaired_reason, 'en_garantia_de_la_orden', o.warranty_of,
        'no_es_garantia', o.not_warranty, 'resultado_de_la_garantia', o.warranty_outcome,
        'motivo_del_resultado', o.warranty_reason,
        'esperas', (
          select coalesce(jsonb_agg(jsonb_build_object('texto', w.public_text, 'desde', w.started_at, 'hasta', w.ended_at,
            'fecha_esperada', w.expected_on) order by w.started_at), '[]')
          from public.order_waits w where w.order_id = o.id and w.public_text is not null),
        'decisiones', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', d.created_at, 'decision', d.message, 'red', g.address,
            'navegador', g.browser, 'desde_tu_cuenta', g.account_id = caller) order by d.created_at), '[]')
          from public.decision_history d left join public.decision_origins g on g.decision_id = d.id
            where d.order_id = o.id),
        'mensajes_enviados', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', m.created_at, 'telefono', m.phone, 'plantilla',
            m.template, 'datos', array(select split_part(p.value, '-' || right(private.quote_link(o.id), 20), 1)
              from unnest(m.params) with ordinality as p (value, place) order by p.place),
            'estado', m.state, 'enviado_el', m.sent_at, 'entregado_el', m.delivered_at,
              'leido_el', m.read_at) order by m.created_at), '[]')
          from public.whatsapp_messages m where m.order_id = o.id),
        'mensajes_recibidos', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', r.received_at, 'telefono', r.phone, 'texto', r.body)
            order by r.received_at), '[]')
          from public.whatsapp_replies r where r.order_id = o.id)
      ) order by o.created_at), '[]')
      from public.service_orders o where o.customer_rut = own_rut),
    'citas', (
      select coalesce(jsonb_agg(jsonb_build_object('fecha', a.appointment_date, 'motivo', a.reason, 'estado', a.status,
        'creada_el', a.created_at, 'movida_desde', a.moved_from, 'movida_el', a.moved_at,
        'cancelada_el', a.cancelled_at) order by a.appointment_date), '[]')
      from public.appointments a where a.customer_id = caller),
    'sesiones', (
      select coalesce(jsonb_agg(jsonb_build_object('navegador', s.user_agent, 'red', s.address, 'desde', s.created_at,
        'ultimo_uso', s.last_used_at)), '[]')
      from public.own_sessions() s),
    'solicitudes_de_supresion', (
      select coalesce(jsonb_agg(jsonb_build_object('fecha', r.created_at, 'estado', r.state, 'plazo', r.due_at,
        'respuesta', r.answer)
        order by r.created_at), '[]')
      from public.erasure_requests r where r.customer_id = caller)
  );
end
$$;

create function public.search_orders(
  p_search text default null, p_field text default 'order_number', p_status text default null,
  p_technician uuid default null, p_page integer default 1, p_message_failed boolean default false,
  p_view text default null, p_sort text default null, p_descending boolean default false,
  p_wait_reason text default null
) returns table (
  id uuid, order_number integer, created_at timestamptz, updated_at timestamptz, status text, customer_name text,
  customer_rut text, customer_phone text, equipment_type text, equipment_brand text, equipment_model text,
  work_description text, technical_work text, total_amount bigint, advance_payment bigint, technician_id uuid,
  technician_name text, delivered_at timestamptz, warranty_days integer, has_notes boolean, version integer,
  message_state text, message_at timestamptz, total integer, wait jsonb, warranty_repair boolean
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
set max_parallel_workers_per_gather = 0 set random_page_cost = 1.1 as $$
declare
  actor uuid := (select auth.uid());
  page_size constant integer := 20;
  first_row integer;
  searching boolean := coalesce(trim(p_search), '') <> '';
  by_text boolean := searching and p_field <> 'order_number';
  row_limit integer;
  -- Orders in other states are few however old the shop is: their index leads. So do the views, whose conditions are
  -- about columns of the order.
  leader text := case
    when by_text and coalesce(p_status, 'delivered') = 'delivered' and p_view is null then 's' else 'o'
  end;
  sort_by text := leader || '.created_at desc, o.id desc';
  -- On o, whichever leads.
  filters text;
  condition text;
  source text;
  found uuid[];
  page_ids uuid[];
  counted integer;
begin
  perform private.require('desk');
  if p_field is null or p_field not in ('order_number', 'customer_name', 'customer_rut', 'equipment_brand',
      'equipment_model', 'customer_phone', 'imei', 'all') then
    raise exception 'El campo de búsqueda no existe.' using errcode = '22023';
  end if;
  if p_field in ('customer_phone', 'imei', 'all') and not private.may('orders.search-all-fields') then
    raise exception 'Solo un administrador busca en todos los campos.' using errcode = '42501';
  end if;
  if p_view is not null and private.order_view_condition(p_view, 'o.id', null) is null then
    raise exception 'La vista no existe.' using errcode = '22023';
  end if;
  if p_sort not in ('created', 'customer', 'device', 'status', 'price', 'changed') then
    raise exception 'Las órdenes no se ordenan por esa columna.' using errcode = '22023';
  end if;
  first_row := private.rows_before(p_page, page_size);
  row_limit := greatest(case when by_text then 201 else 1001 end, first_row + 21);

  filters := case when p_status is null then '' else format(' and o.status = %L', p_status) end
    || case when p_technician is null then '' else format(' and o.technician_id = %L', p_technician) end
    || coalesce(private.order_view_condition(p_view, 'o.id', actor), '')
    || case when p_message_failed then private.order_view_condition('message_failed', 'o.id', actor) else '' end
    || coalesce(private.wait_condition(p_wait_reason), '');
  condition := filters;
  if not searching then
    source := 'public.service_orders o';
  elsif not by_text then
    source := private.number_source(p_search, condition, row_limit) || ' as o';
    condition := '';
    sort_by := 'o.extra = 0 desc, o.order_number desc';
  else
    condition := condition || private.search_condition(p_field, p_search);
    source := 'private.order_texts s join public.service_orders o on o.order_number = s.order_number';
  end if;

  if not searching and p_technician is null and p_view is null and p_message_failed is not true
    and p_wait_reason is null then
    counted := (
      select least(coalesce(sum(c.orders), 0), row_limit) from private.order_counts c
      where p_status is null or c.status = p_status);
    if p_sort is null and p_status is null then
      page_ids := array(
        select o.id from public.service_orders o
        order by o.created_at desc, o.id desc offset first_row limit page_size);
    elsif p_sort is null then
      page_ids := array(
        select o.id from public.service_orders o where o.status = p_status
        order by o.created_at desc, o.id desc offset first_row limit page_size);
    end if;
  elsif by_text and filters = '' then
    found := private.newest_by_texts(condition, row_limit);
    counted := cardinality(found);
    page_ids := found[first_row + 1 : first_row + page_size];
  else
    -- Planned each time: which index leads depends on what was typed.
    execute format('select array_agg(f.id), count(*) from (select o.id from %s where true %s order by %s limit %s) as f',
      source, condition, sort_by, row_limit) into found, counted;
    page_ids := found[first_row + 1 : first_row + page_size];
  end if;
  if p_sort is not null then
    found := private.sorted_order_ids(p_sort, p_descending is true, p_search, p_field, filters,
      first_row + page_size);
    page_ids := found[first_row + 1 : first_row + page_size];
  end if;
  return query
    select o.id, o.order_number, o.created_at, o.updated_at, o.status, o.customer_name, o.customer_rut,
      o.customer_phone, o.equipment_type, o.equipment_brand, o.equipment_model, left(o.work_description, 300),
      left(o.technical_work, 300), o.total_amount, o.advance_payment, o.technician_id, t.full_name, o.delivered_at,
      o.warranty_days, coalesce(o.notes, '') <> '', o.version, newest.state, newest.created_at, counted,
      -- Only for orders that wait: most pages have none.
      case when o.on_hold then (
        select jsonb_build_object('id', w.id, 'reason', w.reason, 'label', w.label, 'expected_on', w.expected_on)
        from public.order_waits w where w.order_id = o.id and w.ended_at is null
      ) end, o.warranty_repair
    from unnest(page_ids) with ordinality as p (id, place)
      join public.service_orders o on o.id = p.id left join public.staff_names t on t.id = o.technician_id
      left join lateral (
        select m.state, m.created_at from public.whatsapp_messages m where m.order_id = o.id order by m.created_at desc
        limit 1
      ) as newest on true
    order by p.place;
end
$$;
revoke all on function public.search_orders from public, anon, authenticated;
grant execute on function public.search_orders to authenticated;

-- The day of an instant on the shop's calendar.
create function private.shop_day(p_at timestamptz) returns date
language sql stable set search_path = '' as $$
  select (p_at at time zone 'America/Santiago')::date
$$;

-- The last day of an order's warranty; null without one. Its days do not run while the device is in the shop for it, and
-- never begin again: they are moved by the days of the orders that came in under it, each day once. p_without: an order
-- that does not count.
create function private.warranty_end(p_number integer, p_without uuid default null) returns date
language sql stable security definer set search_path = '' as $$
  select private.shop_day(o.delivered_at) + o.warranty_days + coalesce((
    select sum(upper(stay) - lower(stay)) from (
      select unnest(range_agg(daterange(private.shop_day(r.created_at),
        greatest(private.shop_day(r.created_at), private.shop_day(coalesce(r.delivered_at, now())))))) as stay
      from public.service_orders r
      where r.warranty_of = o.order_number and r.status <> 'cancelled' and r.id is distinct from p_without
    ) as stays), 0)::integer
  from public.service_orders o
  where o.order_number = p_number and o.status = 'delivered' and o.delivered_at is not null and o.warranty_days > 0
$$;

-- Whether two orders are one customer's: by RUT, or by a phone of either.
create function private.has_same_customer(one public.service_orders, other public.service_orders) returns boolean
language sql immutable set search_path = '' as $$
  select one.customer_rut = other.customer_rut and not private.is_repeated_rut(one.customer_rut)
    or array_remove(array[private.phone_key(one.customer_phone), private.phone_key(one.second_phone)], null)
      && array[private.phone_key(other.customer_phone), private.phone_key(other.second_phone)]
$$;

-- The number under whose warranty an order comes in, refused with words if it does not. A return without a warranty of
-- its own stands for the order that it came back for.
create function private.warranty_for(o public.service_orders) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  original public.service_orders;
  last_day date;
  number text;
begin
  select root.* into original from public.service_orders named
  join public.service_orders root on root.order_number = case
    when coalesce(named.warranty_days, 0) = 0 then coalesce(named.warranty_of, named.order_number)
    else named.order_number end
  where named.order_number = o.warranty_of and root.id <> o.id
  -- Nobody takes its warranty away meanwhile.
  for share of root;
  number := private.format_order_number(coalesce(original.order_number, o.warranty_of));
  if original.id is null then
    raise exception 'No existe la orden %.', number using errcode = '23514';
  end if;
  if not private.has_same_customer(o, original) then
    raise exception 'La orden % es de otra persona: no coinciden ni el RUT ni el teléfono.', number
      using errcode = '23514';
  end if;
  last_day := private.warranty_end(original.order_number, o.id);
  if last_day is null then
    raise exception 'La orden % no tiene garantía: no está entregada, o se entregó sin ella.', number
      using errcode = '23514';
  end if;
  if original.delivered_at > o.created_at then
    raise exception 'La orden % se entregó después de que entró este equipo.', number using errcode = '23514';
  end if;
  if last_day < private.shop_day(o.created_at) then
    raise exception 'La garantía de la orden % terminó el %.', number, to_char(last_day, 'DD-MM-YYYY')
      using errcode = '23514';
  end if;
  return original.order_number;
end
$$;

-- Refuses what would leave the orders that came in under this one's warranty without it, or with another customer's.
create function private.keep_warranty(o public.service_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  came_back public.service_orders;
begin
  for came_back in select * from public.service_orders r where r.warranty_of = o.order_number loop
    if o.status <> 'delivered' or coalesce(o.warranty_days, 0) = 0 then
      raise exception 'La orden tiene una reparación en garantía, la %: sigue el trabajo en esa.',
        private.format_order_number(came_back.order_number) using errcode = '23514';
    end if;
    if not private.has_same_customer(o, came_back) then
      raise exception 'La orden % es de otra persona: no coinciden ni el RUT ni el teléfono.',
        private.format_order_number(came_back.order_number) using errcode = '23514';
    end if;
  end loop;
end
$$;
grant execute on function private.shop_day, private.warranty_end, private.warranty_for, private.keep_warranty to
  authenticated, service_role;

-- The rules of a return, for every writer. They are about the order as it is, whatever step leads to it.
create function private.guard_warranty() returns trigger
language plpgsql set search_path = '' as $$
declare
  was public.service_orders;
begin
  if tg_op = 'UPDATE' then
    was := old;
  end if;
  if private.is_api_caller() then
    if new.not_warranty and new.warranty_of is not null then
      -- The answer that was given last counts.
      if was.not_warranty is not true and new.warranty_of is not distinct from was.warranty_of then
        new.warranty_of := null;
      else
        new.not_warranty := false;
      end if;
    end if;
    if new.warranty_of is not null
      and (new.warranty_of, new.customer_rut, new.customer_phone, new.second_phone)
        is distinct from (was.warranty_of, was.customer_rut, was.customer_phone, was.second_phone) then
      new.warranty_of := private.warranty_for(new);
    end if;
    if new.warranty_of is null and new.warranty_outcome is distinct from was.warranty_outcome
      and new.warranty_outcome is not null then
      raise exception 'Esta orden no entró por garantía.' using errcode = '23514';
    elsif new.warranty_of is null and was.warranty_of is not null then
      new.warranty_outcome := null;
    end if;
    new.warranty_reason := nullif(btrim(new.warranty_reason, E' \t\r\n'), '');
    if new.warranty_outcome = 'not_covered' and new.warranty_reason is null then
      raise exception 'Escribe por qué la garantía no lo cubre.' using errcode = '23514';
    end if;
  end if;
  if new.warranty_outcome is null then
    new.warranty_reason := null;
  end if;
  new.warranty_repair := new.warranty_of is not null and new.warranty_outcome is distinct from 'not_covered';
  if private.is_api_caller() then
    new := private.check_warranty_repair(new, was);
  end if;
  return new;
end
$$;

-- A repair under warranty costs nothing, needs no quote, and is not handed over before somebody says how it ended.
create function private.check_warranty_repair(new public.service_orders, was public.service_orders)
  returns public.service_orders
language plpgsql set search_path = '' as $$
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
      raise exception 'Una reparación en garantía no lleva presupuesto. Si la garantía no lo cubre, anota antes ese resultado.'
        using errcode = '23514';
    end if;
  end if;
  if new.warranty_of is not null and new.warranty_outcome is null and new.unrepaired_reason is null
    and new.status = 'delivered' then
    raise exception 'Anota cómo terminó la garantía: cubierta, no cubierta o por cortesía.' using errcode = '23514';
  end if;
  if was.status = 'delivered'
    and (new.status, new.warranty_days, new.customer_rut, new.customer_phone, new.second_phone)
      is distinct from (was.status, was.warranty_days, was.customer_rut, was.customer_phone, was.second_phone) then
    perform private.keep_warranty(new);
  end if;
  return new;
end
$$;
grant execute on function private.check_warranty_repair to authenticated, service_role;

-- Its name comes after guard_service_order, which settles status and total, and before the rules about payments:
-- triggers of one event run in the order of their names.
create trigger guard_service_order_covered before insert or update on public.service_orders
  for each row execute function private.guard_warranty();

-- Orders whose warranty runs today, for the form of a new order: those of a RUT or phone, and those of a device by its
-- IMEI. At most five, the latest end first. technician_id: null if that person repairs here no longer. returns: how
-- often it came back. same_customer: false for another customer's order of the device. Staff only.
create function public.find_warranties(p_rut text default null, p_phone text default null, p_imei text default null)
returns table (
  id uuid, order_number integer, customer_name text, equipment_type text, equipment_brand text, equipment_model text,
  imei text, technical_work text, technician_id uuid, technician_name text, delivered_at timestamptz,
  warranty_end date, returns integer, same_customer boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.shop_day(now());
  v_rut constant text := private.normalize_rut(p_rut);
  v_phone constant text := private.phone_key(p_phone);
begin
  perform private.require('people.see');
  return query
    -- Each by its own index.
    with known as (
      select o.id, true as is_same from public.service_orders o
      where o.customer_rut = v_rut and not private.is_repeated_rut(v_rut)
      union all
      select o.id, true from public.service_orders o where private.phone_key(o.customer_phone) = v_phone
      union all
      select o.id, true from public.service_orders o
      where o.second_phone is not null and private.phone_key(o.second_phone) = v_phone
      union all
      select o.id, false from public.service_orders o where o.imei = nullif(btrim(private.plain_marks(p_imei)), '')
    )
    select o.id, o.order_number, o.customer_name, o.equipment_type, o.equipment_brand, o.equipment_model, o.imei,
      left(o.technical_work, 300), case when private.person_may(o.technician_id, 'orders.do-repair') then t.id end,
      t.full_name, o.delivered_at, e.last_day,
      (select count(*)::integer from public.service_orders r where r.warranty_of = o.order_number), f.is_same
    from (select d.id, bool_or(d.is_same) as is_same from known d group by d.id) as f
    join public.service_orders o on o.id = f.id
    left join public.staff_names t on t.id = o.technician_id
    cross join lateral (select private.warranty_end(o.order_number) as last_day) as e
    where o.status = 'delivered' and o.warranty_days > 0 and o.anonymized_at is null
      and (o.delivered_at > now() - make_interval(days => o.warranty_days + 1)
        or exists (select from public.service_orders r where r.warranty_of = o.order_number))
      and e.last_day >= today
    order by e.last_day desc, o.order_number desc limit 5;
end
$$;
revoke all on function public.find_warranties from public, anon, authenticated;
grant execute on function public.find_warranties to authenticated;

-- The warranty that an order gave, the one under which it came in, and the orders that came in under either, as far as
-- the caller may read those orders: { warranty_end, is_suspended: a device is in the shop for it now, original,
-- returns }; null for an order that the caller may not read.
create function public.order_warranty(p_order_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'warranty_end', private.warranty_end(o.order_number),
    'is_suspended', exists (
      select from public.service_orders r where r.warranty_of in (o.order_number, o.warranty_of)
        and r.delivered_at is null and r.status <> 'cancelled'),
    'original', (
      select jsonb_build_object('id', w.id, 'order_number', w.order_number, 'technical_work', w.technical_work,
        'technician_name', t.full_name, 'delivered_at', w.delivered_at,
        'warranty_end', private.warranty_end(w.order_number))
      from public.service_orders w left join public.staff_names t on t.id = w.technician_id
      where w.order_number = o.warranty_of),
    'returns', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'order_number', r.order_number,
        'created_at', r.created_at, 'status', r.status, 'warranty_outcome', r.warranty_outcome)
        order by r.created_at, r.order_number), '[]')
      from public.service_orders r where r.warranty_of in (o.order_number, o.warranty_of)))
  from public.service_orders o where o.id = p_order_id
$$;
revoke all on function public.order_warranty from public, anon, authenticated;
grant execute on function public.order_warranty to authenticated;

drop trigger recount_orders on public.service_orders;
create trigger recount_orders after update on public.service_orders
  for each row when (old.status <> new.status or old.on_hold <> new.on_hold or old.warranty_repair <> new.warranty_repair
    or sign(coalesce(old.total_amount, 0)) <> sign(coalesce(new.total_amount, 0)))
  execute function private.count_orders();
alter table public.service_orders enable always trigger recount_orders;
