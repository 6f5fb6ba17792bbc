-- Values that are another thing once they are read: numbers and namespaces that have several spellings.

-- Where a value is not of its shape: the path of the first such place, null when there is none. Of JSON Schema it knows
-- the words that the shapes use.
-- A whole number is one that is written as one: jsonb keeps the zeros of 720.0, which no cast to integer takes.
create or replace function private.shape_fault(shape jsonb, value jsonb, path text) returns text
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

-- Why an attribute of an SVG is refused; null if it is taken.
create or replace function private.svg_attribute_fault(p_element text, p_name text, p_value text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  local text := regexp_replace(lower(p_name), '^.*:', '');
begin
  -- First: a namespace too is read with its entities replaced.
  if p_value ~ '&(?!(amp|lt|gt|quot|apos);)' then
    return 'tiene entidades';
  end if;
  if local ~ '^on' then
    return format('tiene código (%s)', p_name);
  end if;
  if lower(p_name) = 'xmlns' then
    return case when p_value <> 'http://www.w3.org/2000/svg' then 'tiene elementos que no son de un dibujo' end;
  end if;
  -- A prefix for what its program notes, never for elements that browsers know.
  if lower(p_name) ~ '^xmlns:' then
    return case when p_value in ('http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xhtml')
      then 'tiene elementos que no son de un dibujo' end;
  end if;
  -- An escape can hide an address in an attribute that is style; a program's own note may be a path with backslashes.
  if lower(p_name) = 'xml:base' or (p_name !~ ':' and p_value ~ '\\') then
    return format('usa algo de fuera del archivo (%s)', p_name);
  end if;
  if local in ('href', 'src') then
    return case
      when btrim(p_value) ~ '^#[A-Za-z0-9_.:-]*$' then null
      when p_element = 'image' and p_value ~ '^data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$' then null
      when p_value ~* '^\s*(javascript|vbscript|data):' then format('tiene código o datos en un enlace (%s)', p_name)
      else format('usa algo de fuera del archivo (%s)', p_name)
    end;
  end if;
  if not private.is_plain_style(p_value) and (local = 'style' or p_value ~* '(url|image-set|src)\s*\(|javascript:') then
    return format('usa algo de fuera del archivo (%s)', p_name);
  end if;
  return null;
end
$$;

-- Width and height of a PNG of which every chunk is whole, from the signature to the end; null for anything else, and
-- for one without a side.
create or replace function private.png_size(p_content bytea) returns integer[]
language plpgsql immutable set search_path = '' as $$
declare
  total constant integer := octet_length(p_content);
  at integer := 8;
  chunk integer;
  has_image boolean := false;
  -- A number of four bytes; of a chunk that has more than the limit of the whole, only that it does.
  size bigint;
  sides integer[];
begin
  if total < 57 or substr(p_content, 1, 16) <> '\x89504e470d0a1a0a0000000d49484452' then
    return null;
  end if;
  while at + 12 <= total loop
    size := ('x' || encode(substr(p_content, at + 1, 4), 'hex'))::bit(32)::bigint;
    exit when size > total - at - 12;
    chunk := at;
    has_image := has_image or substr(p_content, at + 5, 4) = 'IDAT'::bytea;
    at := at + 12 + size::integer;
    exit when substr(p_content, chunk + 5, 4) = 'IEND'::bytea;
  end loop;
  if at <> total or not has_image or substr(p_content, total - 11, 12) <> '\x0000000049454e44ae426082' then
    return null;
  end if;
  sides := array[('x' || encode(substr(p_content, 17, 4), 'hex'))::bit(32)::integer,
    ('x' || encode(substr(p_content, 21, 4), 'hex'))::bit(32)::integer];
  return case when sides[1] > 0 and sides[2] > 0 then sides end;
end
$$;
