SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.add_photo (
  p_id       uuid,
  p_order_id uuid,
  p_moment   text
)
  RETURNS public.order_photos
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  photo public.order_photos;
begin
  perform private.require('desk');
  if p_id is null or p_moment is null or p_moment not in ('reception', 'repair', 'delivery') then
    raise exception 'Di de qué momento es la foto.' using errcode = '22023';
  end if;
  if private.claim_request(p_id, 'add_photo', jsonb_build_array(p_order_id, p_moment), 'la foto quedó agregada') then
    perform from public.service_orders o where o.id = p_order_id and o.anonymized_at is null for no key update;
    if not found then
      raise exception 'La orden no existe, o fue anonimizada: no se le agregan fotos.' using errcode = 'P0002';
    end if;
    if (select count(*) from public.order_photos p where p.order_id = p_order_id) >= 12 then
      raise exception 'La orden ya tiene 12 fotos. Quita una antes de agregar otra.' using errcode = '23514';
    end if;
    insert into public.order_photos (id, order_id, moment, added_by)
    values (p_id, p_order_id, p_moment, (select auth.uid()));
  end if;
  select * into photo from public.order_photos p where p.id = p_id;
  if photo.id is null then
    raise exception 'Esta foto ya no está: se quitó, o su archivo no era una foto. Elígela otra vez.'
      using errcode = '23514';
  end if;
  return photo;
end
$function$;
