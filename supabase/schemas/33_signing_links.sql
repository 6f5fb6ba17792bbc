-- Signing on the customer's own phone (REC-73): a link that works once.

-- The newest link for an order and a moment; the ones before do not work any more.
create table private.signature_links (
  order_id uuid not null references public.service_orders (id) on delete cascade,
  moment text not null check (moment in ('reception', 'delivery')),
  -- SHA-256 of the link's last part, which only who asked for it has.
  hash bytea not null unique,
  asked_by uuid references public.staff_names (id),
  expires_at timestamptz not null,
  -- The request that signed with it, and a hash of what it sent: sent again, it is the same one.
  used_by uuid,
  used_for bytea,
  -- The other orders of its visit that are handed over with it.
  with_orders uuid[] not null default '{}',
  primary key (order_id, moment)
);
create index signature_links_asked_by on private.signature_links (asked_by);
alter table private.signature_links enable row level security;

-- The last part of a link for the customer's own phone, which signs once within half an hour. Earlier ones of the order
-- and the moment stop working. The same request id gives the same link. p_with: as for signing. Staff only.
create function public.ask_signature(p_request_id uuid, p_order_id uuid, p_moment text, p_with uuid[] default '{}')
  returns text
language plpgsql security definer set search_path = '' as $$
declare
  token text;
begin
  perform private.require('orders.change');
  perform private.require_moment(p_moment);
  perform private.require_id(p_request_id);
  select left(encode(extensions.hmac(convert_to('firma ' || auth.uid() || p_request_id, 'UTF8'), s.secret,
    'sha256'), 'hex'), 40) into token
  from private.link_secret s;
  if private.claim_request(p_request_id, 'ask_signature', jsonb_build_array(p_order_id, p_moment, p_with),
    'el enlace para firmar quedó hecho') then
    if not exists (select from private.signing_orders(p_order_id, p_moment, p_with)) then
      raise exception 'No queda nada por firmar en esta orden.' using errcode = '23514';
    end if;
    insert into private.signature_links as l (order_id, moment, with_orders, hash, asked_by, expires_at)
    values (p_order_id, p_moment, coalesce(p_with, '{}'), sha256(convert_to(token, 'UTF8')),
      (select auth.uid()), now() + interval '30 minutes')
    on conflict (order_id, moment) do update
    set with_orders = excluded.with_orders, hash = excluded.hash, asked_by = excluded.asked_by,
      expires_at = excluded.expires_at, used_by = null, used_for = null;
  end if;
  return token;
end
$$;
revoke all on function public.ask_signature from public, anon, authenticated;
grant execute on function public.ask_signature to authenticated;

-- What a link asks to sign: { state: 'open', moment, digest, orders, terms }; of a link that does not work any more the
-- state alone: 'used', 'expired', 'signed' (in the meantime), 'unknown'.
create function public.get_signing(p_token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  link private.signature_links;
  signing jsonb;
begin
  select * into link from private.signature_links l where l.hash = sha256(convert_to(p_token, 'UTF8'));
  if link.order_id is null then
    return '{"state": "unknown"}';
  elsif link.used_by is not null then
    return '{"state": "used"}';
  elsif link.expires_at < now() then
    return '{"state": "expired"}';
  end if;
  signing := private.signing_of(link.order_id, link.moment, link.with_orders);
  return case signing -> 'orders' when '[]' then '{"state": "signed"}' else signing || '{"state": "open"}' end;
end
$$;

-- Signs by a link, once. The same request again is the same signature.
create function public.sign_by_link(
  p_request_id uuid, p_token text, p_digest text, p_name text, p_strokes jsonb default null
) returns void
language plpgsql security definer set search_path = '' as $$
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
  perform private.sign_orders(link.order_id, link.moment, link.with_orders, p_digest, p_name, p_strokes, link.asked_by,
    true);
  update private.signature_links l set used_by = p_request_id, used_for = sent
  where l.order_id = link.order_id and l.moment = link.moment;
end
$$;
revoke all on function public.get_signing, public.sign_by_link from public, anon, authenticated;
grant execute on function public.get_signing, public.sign_by_link to anon, authenticated;
