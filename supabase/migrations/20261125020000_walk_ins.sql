-- Appointments of people without an account (APPT-06): a name and a phone instead of the customer. They belong to nobody
-- who signs in, so only the staff read them.

alter table public.appointments
  alter column customer_id drop not null,
  add column full_name text check (length(trim(full_name)) between 1 and 200),
  add column phone text check (length(trim(phone)) between 1 and 40),
  add constraint customer_or_visitor check (
    num_nulls(full_name, phone) = case when customer_id is null then 0 else 2 end
  );
create index appointments_visitor on public.appointments (private.phone_key(phone)) where customer_id is null;

grant insert (full_name, phone) on public.appointments to authenticated;

create or replace trigger insert_once before insert on public.appointments for each row when (private.is_api_caller())
  execute function private.insert_once('la cita quedó agendada', 'customer_id', 'full_name', 'phone',
    'appointment_date', 'reason');

-- As before (20261124070000_moved_appointments); besides, none is made or moved beyond what anybody plans, and a
-- cancelled one stays cancelled, since the time may be somebody else's by now.
create or replace function private.stamp_appointment() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.created_by := coalesce((select auth.uid()), new.created_by);
  else
    new.version := old.version + 1;
    if new.appointment_date <> old.appointment_date then
      new.moved_from := old.appointment_date;
      new.moved_at := now();
    end if;
  end if;
  if private.is_api_caller() and new.appointment_date <= now()
    and (tg_op = 'INSERT' or new.appointment_date <> old.appointment_date) then
    raise exception 'Elige una fecha y hora que no haya pasado.' using errcode = '23514';
  end if;
  if new.appointment_date > now() + interval '10 years'
    and (private.is_api_caller() or tg_op = 'UPDATE' and new.appointment_date <> old.appointment_date) then
    raise exception 'Elige una fecha de los próximos 10 años.' using errcode = '23514';
  end if;
  if tg_op = 'UPDATE' and private.is_api_caller() and old.status = 'cancelled' and new.status <> 'cancelled' then
    raise exception 'La cita fue cancelada: agenda una nueva.' using errcode = '23514';
  end if;
  new.cancelled_at := case when new.status = 'cancelled' then coalesce(new.cancelled_at, now()) end;
  return new;
end
$$;

-- Appointments without an account of a person (PRIV-13): those with a phone of the person's orders or accounts, or with
-- the phone that was asked for. One whose phone is somebody else's too counts only under the person's name.
create function private.visits_of(p_person private.person, p_by text, p_value text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  with known as (
    select o.customer_name as name, private.phone_key(o.customer_phone) as phone
    from public.service_orders o where o.id = any (p_person.orders)
    union select p.full_name, private.phone_key(p.phone) from public.profiles p where p.id = any (p_person.accounts)
  )
  select coalesce(array_agg(a.id), '{}') from public.appointments a
  where a.customer_id is null and (
    (p_by = 'phone' and private.phone_key(a.phone) = private.phone_key(p_value))
    or exists (
      select from known k where k.phone = private.phone_key(a.phone)
        and (private.name_key(k.name) = private.name_key(a.full_name)
          or not private.is_of_others(null, a.phone, p_person))
    )
  )
$$;

-- As before (20261122222000_unclosed_orders), with the appointments without an account.
create or replace function public.preview_anonymization(p_by text, p_value text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  who private.person;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  who := private.find_person(p_by, p_value);
  return (
    select jsonb_build_object(
      'orders', cardinality(who.orders),
      'names', (select coalesce(jsonb_agg(distinct name), '[]') from (
        select o.customer_name as name from public.service_orders o where o.id = any (who.orders)
        union select p.full_name from public.profiles p where p.id = any (who.accounts)) as named where name <> ''),
      'ruts', (select coalesce(jsonb_agg(distinct rut), '[]') from (
        select o.customer_rut as rut from public.service_orders o where o.id = any (who.orders)
        union select p.rut from public.profiles p where p.id = any (who.accounts)) as numbered where rut is not null),
      'emails', (select coalesce(jsonb_agg(p.email order by p.email), '[]') from public.profiles p
      where p.id = any (who.accounts)),
      'unclosed',
      (select coalesce(jsonb_agg(o.order_number order by o.order_number), '[]') from public.service_orders o
        where o.id = any (who.orders) and o.status <> all (private.statuses_in('closed'))),
      'owed', (select coalesce(sum(greatest(coalesce(o.total_amount, 0) - o.advance_payment - o.final_payment, 0)), 0)
        from public.service_orders o where o.id = any (who.orders) and o.status = 'delivered'),
      'messages', (select count(*) from public.whatsapp_messages m where m.order_id = any (who.orders))
        + (select count(*) from public.whatsapp_replies r where r.order_id = any (who.orders)),
      'appointments',
      (select count(*) from public.appointments a where a.customer_id = any (who.accounts))
        + cardinality(private.visits_of(who, p_by, p_value))
    )
  );
end
$$;

-- As before (20261122222000_unclosed_orders), with the appointments without an account.
create or replace function public.anonymize_customer(p_by text, p_value text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  who private.person;
  unclosed text;
  names text[];
  ruts text[];
  phones text[];
  visits uuid[];
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  -- One after the other, so that the second of two finds what the first has left.
  perform pg_advisory_xact_lock(hashtextextended('private.anonymize', 0));
  who := private.find_person(p_by, p_value);
  perform from public.service_orders o where o.id = any (who.orders) order by o.id for update;
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
  select coalesce(array_agg(distinct k.name) filter (where k.name <> ''), '{}'),
    coalesce(array_agg(distinct k.rut), '{}'),
    coalesce(array_agg(distinct private.phone_key(k.phone)), '{}') into names, ruts, phones
  from (
    select o.customer_name as name, o.customer_rut as rut, o.customer_phone as phone from public.service_orders o
      where o.id = any (who.orders)
    union all
    -- What an account says of itself may be somebody else's: it counts if nobody else is known by it.
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
$$;

-- As before (20261122214800_guesses_without_hash); appointments without an account go as messages do. Those of accounts
-- go with the account.
create or replace function public.run_retention(p_mails integer default 0) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  removed jsonb := jsonb_build_object('mails', p_mails);
  rows integer;
begin
  update public.whatsapp_messages m set params = '{}', phone = '', error_message = null
  where m.created_at < private.kept_since('message_days') and m.state not in ('queued', 'sending') and m.params <> '{}';
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('messages', rows);
  delete from public.whatsapp_replies r where r.received_at < private.kept_since('message_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('replies', rows);
  delete from public.notifications n where n.created_at < private.kept_since('message_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('notifications', rows);
  delete from public.appointments a where a.customer_id is null
    and a.appointment_date < private.kept_since('message_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('visits', rows);
  delete from private.activity_entries e where e.created_at < private.kept_since('activity_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('activity', rows);
  update public.order_events e set changes = private.impersonal_changes(e.changes)
  where e.created_at < private.kept_since('activity_days') and e.changes <> private.impersonal_changes(e.changes)
    and not exists (select from public.service_orders o where o.id = e.order_id);
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('deleted_orders', rows);
  delete from public.decision_origins g using public.decision_history d
  where d.id = g.decision_id and d.created_at < private.kept_since('origin_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('origins', rows);
  delete from private.looks l where l.looked_at < private.kept_since('look_days');
  get diagnostics rows = row_count;
  removed := removed || jsonb_build_object('looks', rows);
  perform private.forget_guesses();
  delete from private.own_exports e where e.made_at < now() - interval '1 hour';
  removed := removed || jsonb_build_object('sessions', private.forget_sessions(), 'orders',
    private.anonymize_old_orders());
  delete from private.retention_runs r where r.ran_at < now() - interval '90 days';
  select coalesce(jsonb_object_agg(key, value), '{}') into removed from jsonb_each(removed) where value <> '0';
  insert into private.retention_runs (removed) values (removed);
  return removed;
end
$$;

-- As before (20261123010100_data_section), with the appointments without an account.
create or replace function public.preview_retention(p_value jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  perform private.check_setting('data', p_value);
  return (
    select coalesce(jsonb_object_agg(t.key, case t.key
      when 'message_days' then (
        select count(*) from public.whatsapp_messages m
        where m.created_at < t.since and m.state not in ('queued', 'sending') and m.params <> '{}'
      ) + (select count(*) from public.whatsapp_replies r where r.received_at < t.since)
        + (select count(*) from public.notifications n where n.created_at < t.since)
        + (select count(*) from public.appointments a where a.customer_id is null and a.appointment_date < t.since)
      when 'activity_days' then (select count(*) from private.activity_entries e where e.created_at < t.since) + (
        select count(*) from public.order_events e
        where e.created_at < t.since and e.changes <> private.impersonal_changes(e.changes)
          and not exists (select from public.service_orders o where o.id = e.order_id)
      )
      when 'origin_days' then (
        select count(*) from public.decision_origins g join public.decision_history d on d.id = g.decision_id
        where d.created_at < t.since
      )
      when 'look_days' then (select count(*) from private.looks l where l.looked_at < t.since)
      when 'session_days' then (
        select count(*) from auth.sessions s
        where s.not_after < now() or greatest(s.created_at, s.updated_at, (
          select u.last_used_at from private.session_use u where u.session_id = s.id
        )) < t.since
      )
      when 'order_years' then (
        select count(*) from public.service_orders o
        where o.anonymized_at is null and o.status = any (private.statuses_in('closed'))
          and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at) < t.since
      )
      when 'device_code_days' then (
        select count(*) from public.service_orders o
        where o.device_code_stored and o.status = any (private.statuses_in('closed'))
          and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at) < t.since
      )
    end), '{}')
    from (
      select k.key, private.kept_since_by(k.key, k.figure::integer) as since
      from jsonb_each_text(p_value - 'site_url' - 'staff_idle_minutes' - 'mail_days') as k (key, figure)
      where k.figure::integer < private.kept_for(k.key)
    ) as t
  );
end
$$;
