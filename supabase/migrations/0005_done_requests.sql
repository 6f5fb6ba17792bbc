-- What was asked for under which id, so that the same request sent again after a lost answer is done once (decision
-- 32). The id is made by the form; a request is claimed in the transaction of its effect, so that both are there or
-- neither.

create table private.done_requests (
  -- Part of the key: the id of somebody else means nothing, neither to see nor to take.
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  task text not null,
  -- SHA-256 of what was asked for; the values themselves are nobody's business here.
  arguments bytea not null,
  -- What was done, as the rest of a sentence.
  summary text,
  result jsonb,
  done_at timestamptz not null default now(),
  primary key (user_id, id)
);
create index done_requests_oldest on private.done_requests (done_at);
alter table private.done_requests enable row level security;

-- The same id came with other values.
create function private.refuse_request(p_summary text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception 'Lo que enviaste antes sí llegó: %. Lo que cambiaste después no se guardó. Revisa cómo quedó antes de enviarlo otra vez.',
    coalesce(p_summary, 'quedó guardado') using errcode = 'PT409';
end
$$;

-- True when the caller asks for this the first time: it is to be done now. False when it is done already. The same id
-- with other arguments is refused: the person is told what was done. A request without an id is done each time. Of two
-- at once the second waits for the first.
create function private.claim_request(p_id uuid, p_task text, p_arguments jsonb, p_summary text default null)
  returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  digest bytea := sha256(convert_to(p_arguments::text, 'UTF8'));
  known private.done_requests;
begin
  if p_id is null or caller is null then
    return true;
  end if;
  -- A form is not open for a week. A few at a time, so that no request pays for many.
  delete from private.done_requests d using (
    select o.user_id, o.id from private.done_requests o where o.done_at < now() - interval '7 days'
    order by o.done_at limit 100 for update skip locked
  ) as old
  where d.user_id = old.user_id and d.id = old.id;
  insert into private.done_requests (user_id, id, task, arguments, summary)
  values (caller, p_id, p_task, digest, p_summary) on conflict do nothing;
  if found then
    return true;
  end if;
  select * into known from private.done_requests d where d.user_id = caller and d.id = p_id;
  if known.task <> p_task or known.arguments <> digest then
    perform private.refuse_request(known.summary);
  end if;
  return false;
end
$$;

-- Notes what became of a request that was claimed in this transaction.
create function private.finish_request(p_id uuid, p_result jsonb, p_summary text) returns void
language sql security definer set search_path = '' as $$
  update private.done_requests set result = p_result, summary = p_summary where user_id = (select auth.uid())
    and id = p_id
$$;

-- What a request of the caller came to when it was done.
create function private.request_result(p_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select result from private.done_requests where user_id = (select auth.uid()) and id = p_id
$$;

-- For tables whose rows a form adds itself: the row's id is the request's. A row that was added stays added, even if it
-- was changed or deleted since. Arguments: the summary, then the columns that the form writes.
-- Rights are asked first (DATA-34): a row that was added already never meets the policy that refuses it, so that
-- whoever is no longer of the staff, or whose session does not count, would be told what was done. Only the staff add
-- rows to these tables.
create function private.insert_once() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  columns jsonb := to_jsonb(new);
  arguments jsonb;
begin
  if not private.is_staff() then
    return new;
  end if;
  select jsonb_object_agg(name, columns -> name) into arguments from unnest(tg_argv) as name where columns ? name;
  return case when private.claim_request(new.id, tg_table_name, arguments, tg_argv[0]) then new end;
end
$$;
