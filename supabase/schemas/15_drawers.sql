-- Cash drawers (PAY-20, decision 67): opened with a count, closed with another one. What should be in a drawer is the
-- sum of its opening, its cash payments (15_payments) and its movements; only a closing keeps it as a figure.

-- The sum of a count by denomination, such as {"20000": 3, "100": 12}; null for what is no count.
create function private.count_amount(p_count jsonb) returns bigint
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_count) = 'object' and count(*) = count(c.amount)
    then coalesce(sum(c.amount), 0)::bigint end
  from (
    select case
      when e.key = any ('{10,50,100,500,1000,2000,5000,10000,20000}'::text[]) and e.value::text ~ '^[0-9]{1,5}$'
        then e.key::bigint * e.value::text::bigint end as amount
    from jsonb_each(case when jsonb_typeof(p_count) = 'object' then p_count end) as e
  ) as c
$$;
revoke all on function private.count_amount from public, anon, authenticated;

create table private.drawers (
  -- The id of the request that opened it.
  id uuid primary key,
  -- Its name in the settings at the opening (section 'desk').
  till text not null check (length(till) between 1 and 40),
  opened_at timestamptz not null default clock_timestamp(),
  opened_by uuid not null references public.staff_names (id),
  opening jsonb not null,
  opening_amount bigint not null check (opening_amount is not distinct from private.count_amount(opening)),
  closed_at timestamptz,
  closed_by uuid references public.staff_names (id),
  counted jsonb,
  counted_amount bigint check (counted_amount is not distinct from private.count_amount(counted)),
  -- The expected cash, fixed by the closing.
  expected_amount bigint check (expected_amount >= 0),
  reason text not null default '' check (length(reason) <= 500),
  check (num_nulls(closed_at, closed_by, counted, counted_amount, expected_amount) in (0, 5)),
  constraint drawers_difference_has_reason check (counted_amount = expected_amount or reason <> ''),
  constraint drawers_one_open_at_till unique nulls not distinct (till, closed_at),
  constraint drawers_one_open_of_person unique nulls not distinct (opened_by, closed_at)
);
create index drawers_newest on private.drawers (opened_at desc, id);
create index drawers_closed_by on private.drawers (closed_by);
alter table private.drawers enable row level security;

-- A drawer's actions, in rows that are never changed: a count that did not close it is one of them, and so is a
-- withdrawal that was refused ('refused'): trying amounts until one passes tells what should be there, as counting does.
create table private.drawer_events (
  id uuid primary key default gen_random_uuid(),
  drawer_id uuid not null references private.drawers (id),
  kind text not null check (kind in ('opened', 'deposit', 'withdrawal', 'refused', 'counted', 'closed', 'reopened')),
  created_at timestamptz not null default clock_timestamp(),
  created_by uuid not null references public.staff_names (id),
  -- The amount moved or counted.
  amount bigint check (amount >= 0),
  -- The expected cash at a count.
  expected bigint,
  reason text not null default '' check (length(reason) <= 500),
  check (kind not in ('deposit', 'withdrawal', 'refused') or amount > 0 and amount <= 1000000000 and reason <> ''),
  check (kind not in ('counted', 'closed') or num_nulls(amount, expected) = 0),
  check (kind <> 'reopened' or reason <> '')
);
create index drawer_events_drawer on private.drawer_events (drawer_id, created_at);
create index drawer_events_created_by on private.drawer_events (created_by);
alter table private.drawer_events enable row level security;

-- The tills of the shop; none: it keeps no drawers.
create function private.tills() returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select jsonb_array_elements_text(s.value -> 'tills') from public.setting_sections s
    where s.section = 'desk')
$$;

-- The expected cash in a drawer.
create function private.drawer_cash(p_id uuid) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select d.opening_amount from private.drawers d where d.id = p_id)
    + coalesce((select sum(s.amount) from private.payments p join private.payment_shares s on s.payment_id = p.id
      where p.drawer_id = p_id and p.method = 'cash'), 0)
    + coalesce((select sum(case e.kind when 'deposit' then e.amount else -e.amount end) from private.drawer_events e
      where e.drawer_id = p_id and e.kind in ('deposit', 'withdrawal')), 0);
end
$$;

-- '14:05', or with its day if that is another one.
create function private.time_in_sentence(p_at timestamptz) returns text
language sql stable set search_path = '' as $$
  select to_char(p_at at time zone 'America/Santiago', 'HH24:MI')
    || case when (p_at at time zone 'America/Santiago')::date = today then ''
      else ' del ' || private.day_in_sentence((p_at at time zone 'America/Santiago')::date, today) end
  from (select (now() at time zone 'America/Santiago')::date as today) as day
$$;

-- The words of a person about a drawer, trimmed.
create function private.drawer_words(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words constant text := coalesce(private.written(private.without_controls(p_text, false)), '');
begin
  if length(words) > 500 then
    raise exception 'El motivo puede tener hasta 500 letras.' using errcode = '23514';
  end if;
  return words;
end
$$;

-- A drawer, locked: its own person's, or any one for who oversees them. Orders are locked before drawers.
create function private.lock_drawer(p_id uuid) returns private.drawers
language plpgsql set search_path = '' as $$
declare
  d private.drawers;
begin
  select * into d from private.drawers s where s.id = p_id for update;
  if not found then
    raise exception 'Esta caja no existe.' using errcode = 'P0002';
  end if;
  if d.opened_by <> (select auth.uid()) and not private.may('drawer.oversee') then
    raise exception 'Esta caja es de otra persona: la puede cerrar ella, o un administrador.' using errcode = '42501';
  end if;
  return d;
end
$$;

-- The same, refused if it is closed.
create function private.lock_open_drawer(p_id uuid) returns private.drawers
language plpgsql set search_path = '' as $$
declare
  d constant private.drawers := private.lock_drawer(p_id);
begin
  if d.closed_at is not null then
    raise exception 'Esta caja ya está cerrada: la cerró % a las %. Nada cambió en ella.',
      (select n.full_name from public.staff_names n where n.id = d.closed_by), private.time_in_sentence(d.closed_at)
      using errcode = '23514';
  end if;
  return d;
end
$$;

-- The drawer of a payment: that of the payment which it corrects, the named till's, the person's own, the only open
-- one. Locked, so that a closing counts the payment or comes before it. What is no cash belongs to an own drawer only,
-- and needs none.
create function private.put_in_drawer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  named constant text := nullif(current_setting('taller.till', true), '');
  open uuid[] := '{}';
begin
  new.drawer_id := null;
  if new.corrects is not null then
    select d.id into new.drawer_id from private.drawers d
    where d.id = (select p.drawer_id from private.payments p where p.id = new.corrects) and d.closed_at is null
    for update;
  end if;
  if new.drawer_id is null then
    select d.id into new.drawer_id from private.drawers d
    where d.closed_at is null
      and case when named is null or new.method <> 'cash' then d.opened_by = new.created_by else d.till = named end
    for update;
  end if;
  if new.drawer_id is null and new.method = 'cash' and named is null then
    open := array(select d.id from private.drawers d where d.closed_at is null);
    if cardinality(open) = 1 then
      select d.id into new.drawer_id from private.drawers d where d.id = open[1] and d.closed_at is null for update;
    end if;
  end if;
  if new.drawer_id is null and new.method = 'cash' and new.created_by is not null and private.tills() <> '{}' then
    if cardinality(open) > 1 then
      raise exception 'Hay varias cajas abiertas. Elige a cuál corresponde este efectivo.'
        using errcode = '23514';
    end if;
    raise exception 'No hay una caja abierta para este efectivo. Ábrela y guarda otra vez: no se registró nada.'
      using errcode = '23514';
  end if;
  return new;
end
$$;

-- Nothing goes out of a drawer that is not in it. What is refused for that names the drawer, for keep_refused_cash.
create function private.guard_drawer_cash() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  d private.drawers;
begin
  select s.* into d from private.drawers s join private.payments p on p.drawer_id = s.id
  where p.id = new.payment_id and p.method = 'cash';
  if private.drawer_cash(d.id) < 0 then
    raise exception 'En la caja «%» no hay tanto efectivo. Registra antes un ingreso, o devuelve por otro medio.',
      d.till using errcode = '23514', constraint = 'drawer_cash', column = d.id::text;
  end if;
  return null;
end
$$;

-- Keeps in a drawer, and in the request's result, that more was asked of it than was in it, as of a withdrawal. p_reason
-- names the order: what was written about its customer would outlive them here (PAY-06).
create function private.keep_refused_cash(p_id uuid, p_drawer_id uuid, p_amount bigint, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('orders.receive-payment');
  insert into private.drawer_events (drawer_id, kind, created_by, amount, reason)
  values (p_drawer_id, 'refused', (select auth.uid()), p_amount, private.drawer_words(p_reason));
  perform private.finish_request(p_id, 'false', 'en la caja no había tanto efectivo y no se devolvió nada');
end
$$;
revoke all on function private.tills, private.drawer_cash, private.time_in_sentence, private.drawer_words,
  private.lock_drawer, private.lock_open_drawer, private.put_in_drawer, private.guard_drawer_cash,
  private.keep_refused_cash from public, anon, authenticated;
grant execute on function private.keep_refused_cash to authenticated;

-- Opens a drawer, once for each id, which becomes its own. p_count: by denomination. Admins and receptionists only.
create function public.open_drawer(p_id uuid, p_till text, p_count jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := (select auth.uid());
  other private.drawers;
begin
  perform private.require('drawer.keep');
  if not private.claim_row(p_id, 'open_drawer', jsonb_build_array(p_till, p_count), 'la caja quedó abierta') then
    return;
  end if;
  if private.count_amount(p_count) is null then
    raise exception 'El conteo no es válido: escribe cuántos hay de cada billete y moneda.' using errcode = '22023';
  end if;
  if p_till is null or p_till <> all (private.tills()) then
    raise exception 'Esa caja ya no está en Ajustes. Elige otra.' using errcode = '23514';
  end if;
  insert into private.drawers (id, till, opened_by, opening, opening_amount)
  values (p_id, p_till, caller, p_count, private.count_amount(p_count))
  on conflict do nothing;
  if not found then
    select * into other from private.drawers d where d.closed_at is null and (d.opened_by = caller or d.till = p_till)
    order by d.opened_by = caller desc limit 1;
    if other.id is null then
      if exists (select from private.drawers d where d.id = p_id) then
        perform private.refuse_id();
      end if;
      raise exception 'La caja «%» cambió mientras la abrías. Inténtalo otra vez.', p_till using errcode = '23514';
    end if;
    if other.opened_by = caller then
      raise exception 'Ya tienes abierta la caja «%», desde las %. Ciérrala antes de abrir otra.', other.till,
        private.time_in_sentence(other.opened_at) using errcode = '23514';
    end if;
    raise exception 'La caja «%» ya está abierta: la abrió % a las %.', p_till,
      (select n.full_name from public.staff_names n where n.id = other.opened_by),
      private.time_in_sentence(other.opened_at) using errcode = '23514';
  end if;
  insert into private.drawer_events (drawer_id, kind, created_by, amount)
  values (p_id, 'opened', caller, private.count_amount(p_count));
end
$$;

-- Puts cash in an open drawer ('deposit') or takes it out ('withdrawal'), once for each id. Answers whether it did: not
-- when less is in it than is taken out, which is kept. The person of the drawer and admins only.
create function public.move_drawer_cash(p_id uuid, p_drawer_id uuid, p_kind text, p_amount bigint, p_reason text)
  returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  moves boolean;
  d private.drawers;
begin
  perform private.require('drawer.keep');
  if not private.claim_row(p_id, 'move_drawer_cash', jsonb_build_array(p_drawer_id, p_kind, p_amount, p_reason),
    'el movimiento de caja quedó registrado') then
    return private.request_result(p_id)::boolean;
  end if;
  if p_kind is null or p_kind not in ('deposit', 'withdrawal') then
    raise exception 'Elige un retiro o un ingreso.' using errcode = '22023';
  end if;
  if coalesce(p_amount, 0) not between 1 and 1000000000 then
    raise exception 'Escribe un monto mayor que cero.' using errcode = '23514';
  end if;
  if private.drawer_words(p_reason) = '' then
    raise exception 'Escribe el motivo.' using errcode = '23514';
  end if;
  d := private.lock_open_drawer(p_drawer_id);
  moves := p_kind = 'deposit' or p_amount <= private.drawer_cash(d.id);
  insert into private.drawer_events (id, drawer_id, kind, created_by, amount, reason)
  values (p_id, d.id, case when moves then p_kind else 'refused' end, (select auth.uid()), p_amount,
    private.drawer_words(p_reason))
  on conflict (id) do nothing;
  if not found then
    perform private.refuse_id();
  end if;
  perform private.finish_request(p_id, to_jsonb(moves), case when moves then 'el movimiento de caja quedó registrado'
    else 'en la caja no había tanto efectivo y no se retiró nada' end);
  return moves;
end
$$;

-- Counts an open drawer and closes it, if the count is what should be in it, or with a reason for the difference that
-- was seen: p_seen is what should have been in it by an earlier count. Otherwise the count is kept, and the answer says
-- what should be in it: whoever counts does not know it before. Once for each id. The person of the drawer and admins
-- only. Answers {closed, counted, expected}.
create function public.close_drawer(
  p_id uuid, p_drawer_id uuid, p_count jsonb, p_reason text default '', p_seen bigint default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  counted constant bigint := private.count_amount(p_count);
  words text;
  expected bigint;
  closes boolean;
  result jsonb;
  d private.drawers;
begin
  perform private.require('drawer.keep');
  if not private.claim_request(p_id, 'close_drawer', jsonb_build_array(p_drawer_id, p_count, p_reason, p_seen),
    'el conteo de la caja quedó anotado') then
    return private.request_result(p_id);
  end if;
  if counted is null then
    raise exception 'El conteo no es válido: escribe cuántos hay de cada billete y moneda.' using errcode = '22023';
  end if;
  words := private.drawer_words(p_reason);
  d := private.lock_open_drawer(p_drawer_id);
  expected := private.drawer_cash(d.id);
  closes := counted = expected or words <> '' and p_seen is not distinct from expected;
  insert into private.drawer_events (drawer_id, kind, created_by, amount, expected, reason)
  values (d.id, case when closes then 'closed' else 'counted' end, (select auth.uid()), counted, expected,
    case when closes and counted <> expected then words else '' end);
  if closes then
    update private.drawers s set closed_at = clock_timestamp(), closed_by = (select auth.uid()), counted = p_count,
      counted_amount = private.count_amount(p_count), expected_amount = expected,
      reason = case when private.count_amount(p_count) = expected then '' else words end
    where s.id = d.id;
  end if;
  result := jsonb_build_object('closed', closes, 'counted', counted, 'expected', expected);
  perform private.finish_request(p_id, result,
    case when closes then 'la caja quedó cerrada' else 'el conteo de la caja quedó anotado' end);
  return result;
end
$$;

-- Opens a closed drawer again, with a reason, once for each id. What its closing said stays in its events. Admins only.
create function public.reopen_drawer(p_id uuid, p_drawer_id uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  d private.drawers;
begin
  perform private.require('drawer.oversee');
  if not private.claim_request(p_id, 'reopen_drawer', jsonb_build_array(p_drawer_id, p_reason),
    'la caja quedó abierta otra vez') then
    return;
  end if;
  if private.drawer_words(p_reason) = '' then
    raise exception 'Escribe el motivo.' using errcode = '23514';
  end if;
  d := private.lock_drawer(p_drawer_id);
  if d.closed_at is null then
    raise exception 'Esta caja está abierta.' using errcode = '23514';
  end if;
  begin
    update private.drawers s set closed_at = null, closed_by = null, counted = null, counted_amount = null,
      expected_amount = null, reason = ''
    where s.id = d.id;
  exception when unique_violation then
    raise exception 'La caja «%», o quien la abrió, ya tiene otra abierta. Ciérrala antes de reabrir esta.', d.till
      using errcode = '23514';
  end;
  insert into private.drawer_events (drawer_id, kind, created_by, reason)
  values (d.id, 'reopened', (select auth.uid()), private.drawer_words(p_reason));
end
$$;

revoke all on function public.open_drawer, public.move_drawer_cash, public.close_drawer, public.reopen_drawer
  from public, anon, authenticated;
grant execute on function public.open_drawer, public.move_drawer_cash, public.close_drawer, public.reopen_drawer
  to authenticated;
