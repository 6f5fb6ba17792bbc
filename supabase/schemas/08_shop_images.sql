-- The shop's logo: SVG or PNG, named by its content. What it is is decided by its content, not by a name; an SVG is
-- taken only if it is made of drawing alone.

-- The shop's main colour: buttons have it as it is, with white text on it.

-- Contrast of white on #rrggbb (WCAG 2.2), as shared/src/config/look-colors computes it.
create function private.main_color_contrast(p_color text) returns double precision
language sql immutable set search_path = '' as $$
  select 1.05 / (0.05 + sum(c.weight * case when c.part <= 0.04045 then c.part / 12.92 else power((c.part + 0.055) / 1.055, 2.4) end))
  from (
    select weights.weight, get_byte(decode(substr(p_color, 2), 'hex'), weights.at) / 255::double precision as part
    from (values (0, 0.2126::double precision), (1, 0.7152), (2, 0.0722)) as weights (at, weight)
  ) as c
$$;

-- Refuses a main colour on which white text cannot be read, and a logo whose image is not here, whoever writes it.
-- After `guard`, which checks the shape.
create function private.guard_look() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  contrast double precision := private.main_color_contrast(new.value ->> 'color');
begin
  if contrast < 4.5 then
    raise exception 'Con este color el texto blanco se lee mal (contraste % de 4,5). Elige uno más oscuro.',
      replace(to_char(floor(contrast * 10) / 10, 'FM90.0'), '.', ',') using errcode = '23514';
  end if;
  if jsonb_typeof(new.value -> 'logo') = 'object' then
    perform from private.shop_images i
    where jsonb_build_object('hash', i.hash, 'type', i.type, 'width', i.width, 'height', i.height) = new.value -> 'logo'
    for share;
    if not found then
      raise exception 'La imagen del logo no está guardada aquí. Elige el archivo otra vez.' using errcode = '23514';
    end if;
  end if;
  return new;
end
$$;
create trigger guard_look before insert or update on public.setting_sections
  for each row when (new.section = 'look') execute function private.guard_look();

create table private.shop_images (
  -- SHA-256 of the content.
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  type text not null check (type in ('image/svg+xml', 'image/png')),
  width integer not null check (width between 1 and 4096),
  height integer not null check (height between 1 and 4096),
  content bytea not null check (octet_length(content) between 1 and 262144),
  saved_at timestamptz not null default now()
);
alter table private.shop_images enable row level security;

-- Elements of a drawing. Not among them: script, foreignObject, a, animate and set, iframe, audio, video, feImage.
create function private.is_svg_element(p_name text) returns boolean
language sql immutable set search_path = '' as $$
  select p_name = any (array['svg', 'g', 'defs', 'symbol', 'use', 'switch', 'title', 'desc', 'metadata', 'style', 'path',
    'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan', 'textPath', 'image', 'linearGradient',
    'radialGradient', 'stop', 'pattern', 'clipPath', 'mask', 'marker', 'filter', 'feBlend', 'feColorMatrix',
    'feComponentTransfer', 'feComposite', 'feConvolveMatrix', 'feDiffuseLighting', 'feDisplacementMap', 'feDistantLight',
    'feDropShadow', 'feFlood', 'feFuncA', 'feFuncB', 'feFuncG', 'feFuncR', 'feGaussianBlur', 'feMerge', 'feMergeNode',
    'feMorphology', 'feOffset', 'fePointLight', 'feSpecularLighting', 'feSpotLight', 'feTile', 'feTurbulence'])
    -- What drawing programs note for themselves; browsers do not know it.
    or p_name ~ '^(sodipodi|inkscape|rdf|cc|dc):[A-Za-z-]+$'
$$;

-- True for a style that loads nothing: no rule from elsewhere, no address but a part of the same drawing, no escape
-- that hides one.
create function private.is_plain_style(p_style text) returns boolean
language sql immutable set search_path = '' as $$
  select p_style !~ '[\\@]'
    and regexp_replace(p_style, 'url\(\s*["'']?#[A-Za-z0-9_.:-]+["'']?\s*\)', '', 'gi')
      !~* '(url|image|image-set|cross-fade|src|expression)\s*\(|javascript:|-moz-binding|behavior'
$$;

-- Why an attribute of an SVG is refused; null if it is taken.
create function private.svg_attribute_fault(p_element text, p_name text, p_value text) returns text
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

-- Why a text is no SVG that is taken; null if it is. Every tag must be of the plain form, so that there is nothing that
-- a browser could read in another way.
create function private.svg_fault(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  tag constant text := '<(/?)([A-Za-z][A-Za-z0-9_.:-]*)((?:\s+[A-Za-z_][A-Za-z0-9_.:-]*\s*=\s*(?:"[^"<]*"|''[^''<]*''))*)\s*(/?)>';
  attribute constant text := '([A-Za-z_][A-Za-z0-9_.:-]*)\s*=\s*(?:"([^"<]*)"|''([^''<]*)'')';
  prologue constant text := '^\s*<\?xml\s+version\s*=\s*["'']1\.[01]["''](\s+encoding\s*=\s*["''](utf-8|us-ascii)["''])?'
    || '(\s+standalone\s*=\s*["''](yes|no)["''])?\s*\?>';
  body text := regexp_replace(regexp_replace(p_text, prologue, '', 'i'), '<!--([^-]|-[^-])*-->', '', 'g');
  part text[];
  given text[];
  opened text[] := '{}';
  tags integer := 0;
  uses integer := 0;
  fault text;
begin
  -- In another encoding a browser reads other tags than are checked here.
  if p_text ~* '^\s*<\?xml\s' and p_text !~* prologue then
    return 'no está guardado en UTF-8';
  end if;
  if p_text ~ '[\x01-\x08\x0b\x0c\x0e-\x1f]' then
    return 'no es texto';
  end if;
  if body ~ '<[!?]' then
    return 'tiene una parte que no es dibujo (DOCTYPE, ENTITY, CDATA u otra instrucción)';
  end if;
  if body !~ '^\s*<svg[\s>]' then
    return 'no comienza con <svg>';
  end if;
  if regexp_replace(body, tag, '', 'g') ~ '<' then
    return 'tiene etiquetas mal escritas';
  end if;
  if regexp_replace(body, tag, '', 'g') ~ '&(?!(amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});)' then
    return 'tiene entidades';
  end if;
  for part in select m from regexp_matches(body, tag, 'g') as m loop
    tags := tags + 1;
    if tags > 2000 then
      return 'tiene demasiadas partes';
    end if;
    if not private.is_svg_element(part[2]) then
      return format('tiene un elemento que no se permite (%s)', left(part[2], 40));
    end if;
    if part[1] = '/' then
      if opened[cardinality(opened)] is distinct from part[2] or part[3] <> '' or part[4] <> '' then
        return 'tiene etiquetas mal cerradas';
      end if;
      opened := opened[:cardinality(opened) - 1];
      continue;
    end if;
    if opened[cardinality(opened)] = 'style' then
      return 'tiene elementos dentro de style';
    end if;
    if cardinality(opened) = 0 and tags > 1 then
      return 'tiene más de un dibujo';
    end if;
    -- Copies of copies grow without bound.
    uses := uses + (part[2] = 'use')::integer;
    if uses > 20 or cardinality(opened) > 50 then
      return 'es demasiado complejo';
    end if;
    if (select count(*) <> count(distinct a[1]) from regexp_matches(part[3], attribute, 'g') as a) then
      return 'repite un atributo';
    end if;
    for given in select m from regexp_matches(part[3], attribute, 'g') as m loop
      fault := private.svg_attribute_fault(part[2], given[1], coalesce(given[2], given[3]));
      if fault is not null then
        return fault;
      end if;
    end loop;
    if part[4] = '' then
      opened := opened || part[2];
    end if;
  end loop;
  if cardinality(opened) > 0 then
    return 'tiene etiquetas sin cerrar';
  end if;
  if body !~ '^\s*<svg[^>]*\sxmlns\s*=' then
    return 'no dice que es un SVG (xmlns)';
  end if;
  for part in select m from regexp_matches(body, '<style[^>]*>([^<]*)</style', 'g') as m loop
    -- Its text is read with its entities replaced.
    if part[1] ~ '&' or not private.is_plain_style(part[1]) then
      return 'usa algo de fuera del archivo (style)';
    end if;
  end loop;
  return null;
end
$$;

-- Width and height of a checked SVG in whole pixels, the longer side 1024; null if it does not say them.
create function private.svg_size(p_text text) returns integer[]
language plpgsql immutable set search_path = '' as $$
declare
  root text := substring(p_text from '<svg[^>]*>');
  sides numeric[] := regexp_split_to_array(
    btrim(substring(root from '\sviewBox\s*=\s*["'']\s*(-?[0-9.]{1,9}(?:[\s,]+-?[0-9.]{1,9}){3})\s*["'']')), '[\s,]+')::numeric[];
  width numeric := coalesce(sides[3], substring(root from '\swidth\s*=\s*["'']\s*([0-9.]{1,9})(?:px)?\s*["'']')::numeric);
  height numeric := coalesce(sides[4], substring(root from '\sheight\s*=\s*["'']\s*([0-9.]{1,9})(?:px)?\s*["'']')::numeric);
begin
  if width > 0 and height > 0 then
    return array[round(1024 * width / greatest(width, height)), round(1024 * height / greatest(width, height))];
  end if;
  return null;
exception when others then
  return null;
end
$$;

-- Width and height of a PNG of which every chunk is whole, from the signature to the end; null for anything else, and
-- for one without a side.
create function private.png_size(p_content bytea) returns integer[]
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

-- Takes an image for the logo, checks it and says what it is. The same image is one, however often it is sent. Admins
-- only. Images that no version of the settings names are dropped a day after they came.
create function public.save_shop_image(p_request_id uuid, p_content text)
returns table (hash text, type text, width integer, height integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  content bytea;
  known text;
  sides integer[];
  fault text;
  name text;
  summary text := 'la imagen quedó guardada';
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if 3 * length(rtrim(p_content, '=')) / 4 > 262144 then
    raise exception 'La imagen pesa más de 256 kB. Elige una más liviana.' using errcode = '23514';
  end if;
  begin
    content := decode(p_content, 'base64');
    name := encode(sha256(content), 'hex');
    if substr(content, 1, 4) = '\x89504e47' then
      known := 'image/png';
      sides := private.png_size(content);
    else
      known := 'image/svg+xml';
      fault := private.svg_fault(convert_from(content, 'UTF8'));
      sides := private.svg_size(convert_from(content, 'UTF8'));
    end if;
  exception when data_exception or character_not_in_repertoire or untranslatable_character then
    fault := 'no es texto';
  end;
  if known = 'image/svg+xml' and fault is not null then
    raise exception 'Este archivo no se puede usar: %. Elige un PNG, o un SVG guardado como dibujo simple.', fault
      using errcode = '23514';
  end if;
  if sides is null then
    raise exception 'Este archivo no se puede usar: no es una imagen completa con su tamaño. Elige un PNG, o un SVG con viewBox.'
      using errcode = '23514';
  end if;
  if known = 'image/png' and (sides[1] > 2048 or sides[2] > 512) then
    raise exception 'La imagen mide más de 2048 por 512 píxeles. Elige una más pequeña.' using errcode = '23514';
  end if;
  if sides[1] > 10 * sides[2] or sides[2] > 3 * sides[1] then
    raise exception 'El logo es demasiado angosto. Elige uno de hasta 10 veces de ancho por 1 de alto.' using errcode = '23514';
  end if;
  if private.claim_request(p_request_id, 'save_shop_image', to_jsonb(name), summary) then
    delete from private.shop_images i where i.saved_at < now() - interval '1 day' and i.hash <> name and not exists (
      select from public.setting_changes c where c.section = 'look' and c.after #>> '{logo,hash}' = i.hash);
    insert into private.shop_images as i (hash, type, width, height, content)
    values (name, known, sides[1], sides[2], content)
    on conflict (hash) do update set saved_at = now();
    perform private.finish_request(p_request_id, to_jsonb(name), summary);
  end if;
  return query select i.hash, i.type, i.width, i.height from private.shop_images i where i.hash = name;
end
$$;
revoke all on function public.save_shop_image from public, anon, authenticated;
grant execute on function public.save_shop_image to authenticated;

-- An image by its name, for everybody: it stands on the public pages.
create function public.shop_image(p_hash text) returns table (type text, content text)
language sql stable security definer set search_path = '' as $$
  select i.type, translate(encode(i.content, 'base64'), E'\n', '') from private.shop_images i where i.hash = p_hash
$$;
revoke all on function public.shop_image from public, anon, authenticated;
grant execute on function public.shop_image to anon, authenticated, service_role;
