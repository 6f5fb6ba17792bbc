SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.canonical_json (
  p_value jsonb
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return case jsonb_typeof(p_value)
    when 'object' then (
      select '{' || coalesce(string_agg(to_jsonb(e.key)::text || ':' || private.canonical_json(e.value), ','
        order by e.key collate "C"), '') || '}'
      from jsonb_each(p_value) as e)
    when 'array' then (
      select '[' || coalesce(string_agg(private.canonical_json(e.value), ',' order by e.place), '') || ']'
      from jsonb_array_elements(p_value) with ordinality as e (value, place))
    when 'number' then trim_scale(p_value::numeric)::text
    else p_value::text end;
end
$function$;

CREATE OR REPLACE FUNCTION private.record_of (
  c private.record_chain,
  q private.records_to_seal
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('seq', c.seq + 1, 'previous', c.sha256, 'event', q.id, 'order', q.order_id,
    'number', q.order_number, 'kind', q.kind, 'at', private.utc_text(q.at), 'facts', q.facts,
    'corrects', (select r.seq from private.sealed_records r where r.event_id = q.corrects))
$function$;

CREATE OR REPLACE FUNCTION public.append_record (
  p_body          text,
  p_signature     text,
  p_key           text,
  p_public_key    text,
  p_end_signature text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  chain private.record_chain;
  waiting private.records_to_seal;
  body constant jsonb := p_body::jsonb;
  hash constant text := encode(sha256(convert_to(p_body, 'UTF8')), 'hex');
  expected jsonb;
  -- Of the personal part, as it is now.
  commitment text;
begin
  select * into chain from private.record_chain c for update;
  select * into waiting from private.records_to_seal q where q.id = (body ->> 'event')::bigint
    and chain.seq + 1 = (body ->> 'seq')::bigint and chain.sha256 = body ->> 'previous';
  if waiting.id is null then
    return 'stale';
  end if;
  select encode(sha256(convert_to(p.salt || private.canonical_json(p.content), 'UTF8')), 'hex') into commitment
  from private.sealed_personal p where p.event_id = waiting.id;
  expected := private.record_of(chain, waiting) || jsonb_build_object('v', 1, 'sealed_at', body -> 'sealed_at');
  if body - 'personal' is distinct from expected or p_body <> private.canonical_json(body) then
    raise exception 'El registro no dice lo que se iba a sellar.' using errcode = '22023';
  end if;
  if commitment is null and body ->> 'personal' is not null then
    return 'stale';
  end if;
  if body ->> 'personal' is distinct from commitment then
    raise exception 'La parte personal no es la que se iba a sellar.' using errcode = '22023';
  end if;
  delete from private.records_to_seal q where q.id = waiting.id;
  insert into private.record_keys (id, public_key) values (p_key, p_public_key) on conflict (id) do nothing;
  insert into private.sealed_records
    (seq, event_id, order_id, kind, body, sha256, previous, signature, key_id, sealed_at)
  values (chain.seq + 1, waiting.id, waiting.order_id, waiting.kind, p_body, hash, chain.sha256, p_signature, p_key,
    (body ->> 'sealed_at')::timestamptz);
  update private.record_chain c set seq = chain.seq + 1, sha256 = hash, signature = p_end_signature, key_id = p_key
  where c.only_row;
  return 'sealed';
end
$function$;

CREATE OR REPLACE FUNCTION public.next_record()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.record_of(c, q) || jsonb_build_object('sealed_at', private.utc_text(clock_timestamp()),
    'salt', p.salt, 'personal', p.content)
  from private.record_chain c
  cross join lateral (select * from private.records_to_seal w order by w.id limit 1) as q
  left join private.sealed_personal p on p.event_id = q.id
$function$;

REVOKE ALL ON FUNCTION "private"."canonical_json"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."canonical_json"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."canonical_json"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_of"(private.record_chain, private.records_to_seal) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_of"(private.record_chain, private.records_to_seal) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_of"(private.record_chain, private.records_to_seal) TO "postgres";
