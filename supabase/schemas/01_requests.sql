create table private.done_requests (
  -- Part of the key: a person cannot see or occupy the ids of others.
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  task text not null,
  -- SHA-256 of the arguments; the values themselves are not stored.
  arguments bytea not null,
  -- The result in words, as the end of a sentence.
  summary text,
  result jsonb,
  done_at timestamptz not null default now(),
  primary key (user_id, id)
);
create index done_requests_oldest on private.done_requests (done_at);
alter table private.done_requests enable row level security;

-- Refuses a request whose id came before with other values.
create function private.refuse_request(p_summary text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception 'Lo que enviaste antes sí llegó: %. Lo que cambiaste después no se guardó. Revisa cómo quedó antes de enviarlo otra vez.',
    coalesce(p_summary, 'quedó guardado') using errcode = 'PT409';
end
$$;

-- Refuses a request whose id, which becomes that of a row, is the id of a row already: somebody else's request made it.
create function private.refuse_id() returns void
language plpgsql set search_path = '' as $$
begin
  raise exception 'Este envío no se registró: su identificador ya es de otro registro. Cierra el formulario, ábrelo de nuevo y envíalo otra vez.'
    using errcode = 'PT409';
end
$$;

-- Refuses what comes without the id that its row would have: sent again, it would be there twice.
create function private.require_id(p_id uuid) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_id is null then
    raise exception 'Este envío no se registró: llegó sin identificador. Recarga la página y envíalo otra vez.'
      using errcode = '22023';
  end if;
end
$$;

-- Refuses, in words, a JSON argument of another shape: a cast of one of its values would do so in PostgreSQL's. p_shape:
-- the name of a type, ["shape"] for a list, {"key": "shape"} for an object. null fits everywhere, and other keys do not
-- matter.
create function private.require_shape(p_value jsonb, p_shape jsonb, p_name text default '') returns void
language plpgsql immutable set search_path = '' as $$
declare
  wanted constant text := jsonb_typeof(p_shape);
  given constant text := coalesce(jsonb_typeof(p_value), 'null');
  part record;
begin
  if given = 'null' then
    return;
  end if;
  if (case when wanted = 'string' then given in ('array', 'object')
    or not pg_input_is_valid(p_value #>> '{}', p_shape #>> '{}') else given <> wanted end) then
    raise exception 'Lo enviado no tiene la forma esperada%. Recarga la página y revisa lo que escribiste.',
      case when p_name = '' then '' else ' en «' || p_name || '»' end using errcode = '22023';
  end if;
  if wanted = 'array' then
    for part in select e.value from jsonb_array_elements(p_value) as e loop
      perform private.require_shape(part.value, p_shape -> 0, p_name);
    end loop;
  elsif wanted = 'object' then
    for part in select e.key, e.value from jsonb_each(p_shape) as e where p_value ? e.key loop
      perform private.require_shape(p_value -> part.key, part.value, part.key);
    end loop;
  end if;
end
$$;
grant execute on function private.refuse_id, private.require_id, private.require_shape to authenticated, service_role;

-- Claims a request: true if it is new and must be done now, false if it was done before. The same id with other
-- arguments is refused with the earlier summary. A request without an id is done each time. Of two concurrent requests,
-- the second waits for the first.
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
grant execute on function private.claim_request to authenticated;

-- The same for a request whose id becomes that of a row, which is therefore named: none is written without it.
create function private.claim_row(p_id uuid, p_task text, p_arguments jsonb, p_summary text default null)
  returns boolean
language plpgsql set search_path = '' as $$
begin
  perform private.require_id(p_id);
  return private.claim_request(p_id, p_task, p_arguments, p_summary);
end
$$;
grant execute on function private.claim_row to authenticated;

-- Stores the result of a request that was claimed in this transaction.
create function private.finish_request(p_id uuid, p_result jsonb, p_summary text) returns void
language sql security definer set search_path = '' as $$
  update private.done_requests set result = p_result, summary = p_summary where user_id = (select auth.uid())
    and id = p_id
$$;
grant execute on function private.finish_request to authenticated;

-- The stored result of one of the caller's finished requests.
create function private.request_result(p_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select result from private.done_requests where user_id = (select auth.uid()) and id = p_id
$$;
grant execute on function private.request_result to authenticated;

-- Makes inserts idempotent in tables to which a form adds rows itself: the row's id is the request's. An added row is
-- not added again, even if it was changed or deleted since. Arguments: the summary, then the columns that the form
-- writes. The trigger checks rights first (DATA-34): a repeated row never reaches the policies, which would refuse it,
-- so that former staff and ended sessions would learn the earlier outcome. Only staff add rows to these tables.
create function private.insert_once() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  columns jsonb := to_jsonb(new);
  arguments jsonb;
  is_taken boolean;
begin
  if not private.may('desk') then
    return new;
  end if;
  select jsonb_object_agg(name, columns -> name) into arguments from unnest(tg_argv) as name where columns ? name;
  if not private.claim_request(new.id, tg_table_name, arguments, tg_argv[0]) then
    return null;
  end if;
  execute format('select exists (select from %I.%I as t where t.id = $1)', tg_table_schema, tg_table_name)
    into is_taken using new.id;
  if is_taken then
    perform private.refuse_id();
  end if;
  return new;
end
$$;
