SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.ask_signature (
  p_request_id uuid,
  p_order_id   uuid,
  p_moment     text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  token text;
begin
  perform private.require('orders.change');
  perform private.require_moment(p_moment);
  perform private.require_id(p_request_id);
  select left(encode(extensions.hmac(convert_to('firma ' || p_request_id, 'UTF8'), s.secret,
    'sha256'), 'hex'), 40) into token
  from private.link_secret s;
  if private.claim_request(p_request_id, 'ask_signature', jsonb_build_array(p_order_id, p_moment),
    'el enlace para firmar quedó hecho') then
    if not exists (select from private.signing_orders(p_order_id, p_moment)) then
      raise exception 'No queda nada por firmar en esta orden.' using errcode = '23514';
    end if;
    insert into private.signature_links as l (order_id, moment, hash, asked_by, expires_at)
    values (p_order_id, p_moment, sha256(convert_to(token, 'UTF8')), (select auth.uid()), now() + interval '30 minutes')
    on conflict (order_id, moment) do update
    set hash = excluded.hash, asked_by = excluded.asked_by, expires_at = excluded.expires_at, used_by = null,
      used_for = null;
  end if;
  return token;
end
$function$;

CREATE OR REPLACE FUNCTION public.order_signatures (
  p_id uuid
)
  RETURNS TABLE (
    id          uuid,
    moment      text,
    signed_at   timestamp with time zone,
    signer_name text,
    strokes     jsonb,
    is_drawn    boolean,
    by_link     boolean,
    is_current  boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.may('desk') and not exists (
    select from public.service_orders o where o.id = p_id and o.customer_rut = private.my_rut()
  ) then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select s.id, s.moment, s.signed_at, s.signer_name, s.strokes, s.is_drawn, s.by_link,
      s.digest = private.content_digest(private.signed_content(o, s.moment))
        and (o.status = 'delivered' or private.is_signed(o, s.moment))
    from private.order_signatures s join public.service_orders o on o.id = s.order_id
    where s.order_id = p_id
    order by s.signed_at desc, s.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.sign_by_link (
  p_request_id uuid,
  p_token      text,
  p_digest     text,
  p_name       text,
  p_strokes    jsonb DEFAULT NULL::jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  link private.signature_links;
  sent constant bytea := sha256(convert_to(jsonb_build_array(p_digest, p_name, p_strokes)::text, 'UTF8'));
begin
  perform private.require_id(p_request_id);
  select * into link from private.signature_links l where l.hash = sha256(convert_to(p_token, 'UTF8')) for update;
  if link.order_id is null then
    raise exception 'Este enlace no sirve. Pide otro en el mesón.' using errcode = 'P0002';
  end if;
  if link.used_by is not null then
    if link.used_by = p_request_id and link.used_for = sent then
      return;
    end if;
    raise exception 'Este enlace ya se usó: la firma quedó guardada.' using errcode = '23514';
  end if;
  if link.expires_at < now() then
    raise exception 'Este enlace venció. Pide otro en el mesón.' using errcode = '23514';
  end if;
  perform private.sign_orders(link.order_id, link.moment, p_digest, p_name, p_strokes, link.asked_by, true);
  update private.signature_links l set used_by = p_request_id, used_for = sent
  where l.order_id = link.order_id and l.moment = link.moment;
end
$function$;

CREATE OR REPLACE FUNCTION public.sign_order (
  p_request_id uuid,
  p_order_id   uuid,
  p_moment     text,
  p_digest     text,
  p_name       text,
  p_strokes    jsonb DEFAULT NULL::jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  summary constant text := 'la firma quedó guardada';
begin
  perform private.require('orders.change');
  perform private.require_moment(p_moment);
  perform private.require_id(p_request_id);
  if private.claim_request(p_request_id, 'sign_order',
    jsonb_build_array(p_order_id, p_moment, p_digest, p_name, p_strokes), summary) then
    perform private.sign_orders(p_order_id, p_moment, p_digest, p_name, p_strokes, (select auth.uid()), false);
    perform private.finish_request(p_request_id, 'true', summary);
  end if;
end
$function$;
