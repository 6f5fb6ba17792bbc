-- An SVG is read in UTF-8 by the browser too, and an address of a site may have names of a local network.

-- Why a text is no SVG that is taken; null if it is. Every tag must be of the plain form, so that there is nothing that a
-- browser could read in another way.
create or replace function private.svg_fault(p_text text) returns text
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

-- Names of containers and of machines in a local network have underscores: without them a start with such a SITE_URL
-- was refused.
update private.setting_shapes set shape = jsonb_set(shape, '{properties,site_url,pattern}',
  to_jsonb($pattern$^https?:\/\/(\[[0-9a-fA-F:]+\]|[A-Za-z0-9][A-Za-z0-9._-]*)(:[0-9]{1,5})?$$pattern$::text))
where section = 'data';
