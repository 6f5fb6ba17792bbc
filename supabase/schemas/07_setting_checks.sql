-- What a value of the settings must look like before it is saved: shapes, hours, services, messages.

-- Where a value is not of its shape: the path of the first such place, null when there is none. Of JSON Schema it knows
-- the words that the shapes use.
-- A whole number is one that is written as one: jsonb keeps the zeros of 720.0, which no cast to integer takes.
create function private.shape_fault(shape jsonb, value jsonb, path text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  kind text := jsonb_typeof(value);
  content text := value #>> '{}';
  part record;
  fault text;
begin
  if shape ? 'anyOf' then
    for part in select s.choice from jsonb_array_elements(shape -> 'anyOf') as s (choice) loop
      fault := private.shape_fault(part.choice, value, path);
      exit when fault is null;
    end loop;
    return fault;
  end if;
  if shape ? 'type' and not (kind = shape ->> 'type'
    or (kind = 'number' and shape ->> 'type' = 'integer' and content ~ '^-?[0-9]+$')) then
    return path;
  end if;
  if shape ? 'enum' and not shape -> 'enum' @> value then
    return path;
  end if;
  if kind = 'string' and (length(content) < coalesce((shape ->> 'minLength')::integer, 0)
    or length(content) > coalesce((shape ->> 'maxLength')::integer, length(content))
    or content !~ coalesce(shape ->> 'pattern', '')) then
    return path;
  end if;
  if kind = 'number' and (content::numeric < coalesce((shape ->> 'minimum')::numeric, content::numeric)
    or content::numeric > coalesce((shape ->> 'maximum')::numeric, content::numeric)) then
    return path;
  end if;
  for part in select s.rule from jsonb_array_elements(coalesce(shape -> 'allOf', '[]')) as s (rule) loop
    fault := private.shape_fault(part.rule, value, path);
    if fault is not null then
      return fault;
    end if;
  end loop;
  if kind = 'array' then
    if jsonb_array_length(value) < coalesce((shape ->> 'minItems')::integer, 0)
      or jsonb_array_length(value) > coalesce((shape ->> 'maxItems')::integer, jsonb_array_length(value)) then
      return path;
    end if;
    for part in select e.item, e.at from jsonb_array_elements(value) with ordinality as e (item, at) loop
      fault := private.shape_fault(shape -> 'items', part.item, path || '.' || part.at);
      if fault is not null then
        return fault;
      end if;
    end loop;
  elsif kind = 'object' then
    for part in select k.name from jsonb_object_keys(value) as k (name) loop
      if not shape -> 'properties' ? part.name then
        return path || '.' || left(part.name, 40);
      end if;
      fault := private.shape_fault(shape -> 'properties' -> part.name, value -> part.name, path || '.' || part.name);
      if fault is not null then
        return fault;
      end if;
    end loop;
    for part in select r.name from jsonb_array_elements_text(shape -> 'required') as r (name) loop
      if not value ? part.name then
        return path || '.' || part.name;
      end if;
    end loop;
  end if;
  return null;
end
$$;

-- True when each stretch ends after it begins and none begins before the one before it ends.
create function private.are_stretches_apart(stretches jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(opens < closes and (closed_before is null or closed_before <= opens)), true)
  from (
    select s.stretch ->> 'open' as opens, s.stretch ->> 'close' as closes,
      lag(s.stretch ->> 'close') over (order by s.at) as closed_before
    from jsonb_array_elements(stretches) with ordinality as s (stretch, at)
  ) as days
$$;

-- Refuses hours that overlap, of the week and of special days, and special days that meet.
create function private.check_hours(p_value jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  fault text;
begin
  select (array['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'])[d.at] into fault
  from jsonb_array_elements(p_value -> 'week') with ordinality as d (stretches, at)
  where not private.are_stretches_apart(d.stretches) limit 1;
  if fault is null then
    select s.days ->> 'from' into fault from jsonb_array_elements(p_value -> 'specialDays') as s (days)
    where not private.are_stretches_apart(s.days -> 'hours') limit 1;
  end if;
  if fault is not null then
    raise exception 'El horario de % se cruza, o cierra antes de abrir. Revisa sus tramos.', fault using errcode = '23514';
  end if;
  select s.days ->> 'from' into fault
  from jsonb_array_elements(p_value -> 'specialDays') with ordinality as s (days, at)
  where s.days ->> 'from' > s.days ->> 'to' or exists (
    select from jsonb_array_elements(p_value -> 'specialDays') with ordinality as o (days, at)
    where o.at < s.at and s.days ->> 'from' <= o.days ->> 'to' and o.days ->> 'from' <= s.days ->> 'to'
  ) limit 1;
  if fault is not null then
    raise exception 'Los días especiales desde el % terminan antes de comenzar, o se cruzan con otros. Revisa sus fechas.', fault
      using errcode = '23514';
  end if;
end
$$;

-- Refuses services that cannot be told apart and prices from above to.
create function private.check_services(p_value jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  fault text;
begin
  select g.grp ->> 'title' into fault from jsonb_array_elements(p_value -> 'groups') as g (grp)
  group by lower(g.grp ->> 'title'), g.grp ->> 'title' having count(*) > 1 limit 1;
  if fault is null then
    select s.service ->> 'name' into fault
    from jsonb_array_elements(p_value -> 'groups') with ordinality as g (grp, at),
      jsonb_array_elements(g.grp -> 'services') as s (service)
    group by g.at, lower(s.service ->> 'name'), s.service ->> 'name' having count(*) > 1 limit 1;
  end if;
  if fault is not null then
    raise exception '«%» está dos veces. Cambia o quita uno de los dos.', fault using errcode = '23514';
  end if;
  select s.service ->> 'name' into fault
  from jsonb_array_elements(p_value -> 'groups') as g (grp), jsonb_array_elements(g.grp -> 'services') as s (service)
  where (s.service ->> 'priceFrom')::numeric > (s.service ->> 'priceTo')::numeric limit 1;
  if fault is not null then
    raise exception 'El precio «hasta» de «%» es menor que su precio «desde».', fault using errcode = '23514';
  end if;
end
$$;

-- Refuses what is no value of its section, whoever writes it.
create function private.check_setting(p_section text, p_value jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  fault text;
begin
  if octet_length(p_value::text) > 131072 then
    raise exception 'Es demasiado para guardarlo. Acorta los textos o quita elementos.' using errcode = '23514';
  end if;
  select private.shape_fault(k.shape, p_value, k.section) into fault from private.setting_shapes k
  where k.section = p_section;
  if fault is not null then
    raise exception 'El valor de «%» no es válido. Corrígelo y guarda otra vez.', fault using errcode = '23514';
  end if;
  if p_section = 'hours' then
    perform private.check_hours(p_value);
  elsif p_section = 'services' then
    perform private.check_services(p_value);
  end if;
end
$$;

-- The messages to customers are a section of the settings: which events send one, the provider's template of each and
-- its text, with names for what it says of the order. Takes the place of the table whatsapp_templates.

-- What the text of an event's message may say of its order, by name; null for an event without a message. The order of
-- the names numbers the parameters of the provider's template: of those that a text uses, the first is {{1}}.
-- shared/src/settings/message-variables.ts has the same list.
create function private.message_variables(p_event text) returns text[]
language sql immutable set search_path = '' as $$
  select case
    when p_event in ('created', 'completed') then array['orden', 'cliente', 'equipo']
    when p_event = 'in_progress' then array['orden', 'estado', 'cliente', 'equipo']
    when p_event = 'quoted' then array['orden', 'trabajo', 'total', 'enlace', 'cliente', 'equipo']
    when p_event in ('approved', 'rejected') then array['orden', 'respuesta', 'total', 'cliente', 'equipo']
    when p_event = 'delivered' then array['orden', 'garantia', 'cliente', 'equipo']
    when p_event = 'cancelled' then array['orden', 'motivo', 'cliente', 'equipo']
  end
$$;

-- The names that a text uses, in the order of the template's parameters.
create function private.used_variables(p_event text, p_text text) returns table (place bigint, name text)
language sql immutable set search_path = '' as $$
  select row_number() over (order by v.place), v.name
  from unnest(private.message_variables(p_event)) with ordinality as v (name, place)
  where strpos(p_text, '{{' || v.name || '}}') > 0
$$;

-- Refuses a text with a variable that its event does not have, in words that help, and quiet hours without an end.
create function private.check_message_settings() returns trigger
language plpgsql stable set search_path = '' as $$
declare
  fault record;
begin
  select f.name, f.known into fault
  from (
    select (regexp_matches(new.value #>> array[e.event, 'text'], '\{\{([^{}]*)\}\}', 'g'))[1] as name,
      private.message_variables(e.event) as known
    from jsonb_object_keys(case jsonb_typeof(new.value) when 'object' then new.value else '{}' end) as e (event)
  ) as f
  where f.name <> all (f.known) limit 1;
  if fault.name is not null then
    raise exception '{{%}} no existe. Puedes usar: %.', left(fault.name, 40),
      (select string_agg('{{' || k.name || '}}', ', ') from unnest(fault.known) as k (name)) using errcode = '23514';
  end if;
  if new.value #>> '{quietHours,from}' = new.value #>> '{quietHours,to}' then
    raise exception 'Las horas de silencio deben terminar a otra hora de la que comienzan.' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger check_messages before insert or update on public.setting_sections
  for each row when (new.section = 'messages') execute function private.check_message_settings();
