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

-- Refuses a main colour on which white text cannot be read, whoever writes it. After `guard`, which checks the shape.
create function private.guard_look() returns trigger
language plpgsql stable security definer set search_path = '' as $$
declare
  contrast double precision := private.main_color_contrast(new.value ->> 'color');
begin
  if contrast < 4.5 then
    raise exception 'Con este color el texto blanco se lee mal (contraste % de 4,5). Elige uno más oscuro.',
      replace(to_char(floor(contrast * 10) / 10, 'FM90.0'), '.', ',') using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger guard_look before insert or update on public.setting_sections
  for each row when (new.section = 'look') execute function private.guard_look();
