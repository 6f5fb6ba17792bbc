-- Customers who want no reminders (TIME-43), and devices that nobody fetched in spite of them: the list of calls, with
-- what was tried, and the letter (TIME-44, TIME-45, decision 63).

-- The phones and the RUT of a customer, by the id of an order or of an account, as refusals name them. A RUT of repeated
-- digits is nobody's.
create function private.reminder_subjects(p_id uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  with who as (
    select o.customer_rut as rut, array[o.customer_phone, o.second_phone] as phones
    from public.service_orders o where o.id = p_id and o.anonymized_at is null
    union all
    select case when p.rut_verified_at is not null then p.rut end, array[case when p.rut_verified_at is null then p.phone end]
    from public.profiles p where p.id = p_id and p.role = 'customer'
  )
  select coalesce(array_agg(distinct s.subject), '{}') from (
    select w.rut as subject from who w
    union all
    select private.phone_key(k.phone) from who w cross join unnest(w.phones) as k (phone)
    union all
    select private.phone_key(k.phone) from who w join public.service_orders o on o.customer_rut = w.rut
    cross join unnest(array[o.customer_phone, o.second_phone]) as k (phone) where not private.is_repeated_rut(w.rut)
  ) as s
  where s.subject is not null and not private.is_repeated_rut(s.subject)
$$;

-- The link of an order's reminders by which whoever gets them refuses more: another key than that of quotes.
create function private.refusal_link(p_order_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select p_order_id || '-' || left(encode(extensions.hmac(convert_to('recordatorios ' || p_order_id, 'UTF8'), s.secret,
    'sha256'), 'hex'), 20)
  from private.link_secret s
$$;

-- Whether a customer gets reminders, and who said so when and where: { wanted, said_at, said_via, said_by }; one refusal
-- among several subjects counts. Without said_at nobody said anything.
create function private.reminder_consent(p_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('wanted', r.wanted, 'said_at', r.said_at, 'said_via', r.said_via, 'said_by', n.full_name)
    from private.reminder_consents r left join public.staff_names n on n.id = r.said_by
    where r.subject = any (private.reminder_subjects(p_id))
    order by r.wanted, r.said_at desc limit 1
  ), jsonb_build_object('wanted', true, 'said_at', null, 'said_via', '', 'said_by', null))
$$;

-- Keeps the last word about these subjects. Sent twice it is the first time's.
create function private.note_consent(p_subjects text[], p_wanted boolean, p_via text) returns void
language sql security definer set search_path = '' as $$
  insert into private.reminder_consents as r (subject, wanted, said_via, said_by)
  select s.subject, p_wanted, p_via, case when p_via = 'shop' then (select auth.uid()) end
  from unnest(p_subjects) as s (subject)
  on conflict (subject) do update
  set wanted = excluded.wanted, said_at = now(), said_via = excluded.said_via, said_by = excluded.said_by
  where r.wanted <> excluded.wanted
$$;

-- Refuses more reminders for the phones that those of a link's order went to, and for no other: the link proves no more.
-- False if it is of none that is kept. Sent twice it happens once.
create function public.refuse_reminders(p_link text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  subjects constant text[] := array(
    select distinct private.phone_key(m.phone) from public.whatsapp_messages m
    where m.order_id = private.linked_order(p_link) and lower(p_link) = private.refusal_link(m.order_id)
      and private.is_reminder(m.event) and private.phone_key(m.phone) <> '');
begin
  perform private.note_consent(subjects, false, 'link');
  return subjects <> '{}';
end
$$;

-- Whether a customer gets reminders; without an id the caller.
create function public.wants_reminders(p_id uuid default null) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require(case when p_id is null then 'own-orders' else 'desk' end);
  return (private.reminder_consent(coalesce(p_id, (select auth.uid()))) ->> 'wanted')::boolean;
end
$$;

-- A customer wants reminders, or does not: their own portal says so, or the staff to whom they said it. What is already
-- in the outbox is not sent either. Sent twice it happens once.
create function public.set_reminders(p_wanted boolean, p_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Attempts to reach the customer of a device that nobody fetched.
create table private.unclaimed_attempts (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.service_orders (id) on delete cascade,
  kind text not null check (kind in ('call', 'letter')),
  note text not null check (length(note) <= 500),
  made_at timestamptz not null default now(),
  made_by uuid references public.profiles (id) on delete set null,
  -- Kept after the account is deleted.
  made_name text check (length(made_name) <= 200),
  -- When to try again; null: nothing is left to do.
  next_on date
);
create index unclaimed_attempts_order on private.unclaimed_attempts (order_id, id desc);
create index unclaimed_attempts_made_by on private.unclaimed_attempts (made_by) where made_by is not null;
alter table private.unclaimed_attempts enable row level security;
create trigger as_readable before insert or update on private.unclaimed_attempts
  for each row execute function private.as_readable();

-- Since when a device waits to be fetched; null if it does not.
create function private.ready_at(o public.service_orders) returns timestamptz
language sql stable set search_path = '' as $$
  select case when o.status = any (private.statuses_in('pickup'))
    then case o.status when 'completed' then o.completed_at else o.rejected_at end end
$$;

-- 'Por llamar': a page of the orders whose device nobody fetched within the days of the settings, those that wait longest
-- first; later those whose next attempt is due. tried: [{ kind, note, at, by }], newest first. total: on all pages.
-- Staff only.
create function public.list_calls(p_limit integer default 20, p_offset integer default 0)
returns table (order_id uuid, order_number integer, customer_name text, customer_phone text, second_phone text,
  equipment_type text, equipment_brand text, equipment_model text, status text, ready_on date, owed bigint,
  reminders bigint, letter_due boolean, tried jsonb, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.shop_day(now());
  page_size constant integer := least(greatest(coalesce(p_limit, 20), 1), 100);
  setting constant jsonb := private.message_settings() -> 'unclaimed';
begin
  perform private.require('messages');
  return query
  select o.id, o.order_number, o.customer_name, o.customer_phone, o.second_phone, o.equipment_type, o.equipment_brand,
    o.equipment_model, o.status, private.shop_day(r.at), greatest(
      case when o.status = 'completed' then coalesce(o.total_amount, 0) else 0 end - o.advance_payment - o.final_payment, 0),
    (select count(*) from public.whatsapp_messages m where m.order_id = o.id and m.event = 'pickup_reminder'
      and m.state in ('sent', 'delivered', 'read')),
    today - private.shop_day(r.at) >= (setting ->> 'letterAfter')::integer,
    (select coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'note', a.note, 'at', a.made_at, 'by', a.made_name)
      order by a.id desc), '[]')
      from (select * from private.unclaimed_attempts t where t.order_id = o.id and t.made_at >= r.at
        order by t.id desc limit 10) as a),
    count(*) over ()
  from public.service_orders o
  cross join lateral private.ready_at(o) as r (at)
  left join lateral (
    select true as is_made, a.next_on from private.unclaimed_attempts a where a.order_id = o.id and a.made_at >= r.at
    order by a.id desc limit 1
  ) as last on true
  where (setting ->> 'enabled')::boolean and o.status = any (private.statuses_in('pickup')) and o.anonymized_at is null
    and private.shop_day(r.at) <= today - (setting ->> 'callAfter')::integer
    and (last.is_made is null or last.next_on <= today)
  order by r.at, o.order_number
  limit page_size offset private.rows_skipped(p_offset, page_size);
end
$$;

-- Notes what was tried, once for each request id; p_next_on: when to try again, null for never. Staff only.
create function public.note_attempt(p_request_id uuid, p_order_id uuid, p_kind text, p_note text,
  p_next_on date default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.shop_day(now());
  v_note constant text := coalesce(private.written(p_note), '');
  target public.service_orders;
begin
  perform private.require('messages');
  if not private.claim_request(p_request_id, 'note_attempt', jsonb_build_array(p_order_id, p_kind, v_note, p_next_on),
    'quedó anotado') then
    return;
  end if;
  select * into target from public.service_orders o where o.id = p_order_id for update;
  if target.id is null then
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
  if private.ready_at(target) is null then
    raise exception 'Este equipo ya no espera a que lo retiren: la orden cambió.' using errcode = '23514';
  end if;
  if p_kind is null or p_kind not in ('call', 'letter') then
    raise exception 'Elige si fue un llamado o una carta.' using errcode = '22023';
  end if;
  if v_note = '' then
    raise exception 'Escribe qué pasó.' using errcode = '23514';
  end if;
  if length(v_note) > 500 then
    raise exception 'La nota puede tener hasta 500 letras.' using errcode = '23514';
  end if;
  if p_next_on not between today + 1 and today + 365 then
    raise exception 'Elige un día desde mañana, dentro de un año.' using errcode = '23514';
  end if;
  insert into private.unclaimed_attempts (order_id, kind, note, made_by, made_name, next_on)
  select p_order_id, p_kind, v_note, p.id, left(p.full_name, 200), p_next_on
  from public.profiles p where p.id = (select auth.uid());
end
$$;
revoke all on function private.reminder_subjects, private.reminder_consent, private.note_consent, private.refusal_link,
  private.ready_at, public.wants_reminders, public.refuse_reminders, public.set_reminders, public.list_calls,
  public.note_attempt from public, anon, authenticated;
grant execute on function public.wants_reminders, public.set_reminders, public.list_calls, public.note_attempt
  to authenticated;
grant execute on function public.refuse_reminders to anon, authenticated;
