-- A RUT of repeated digits (11111111-1) is what is typed for people who gave none: it ties nobody to anything (CUST-17).

create function private.is_repeated_rut(p_rut text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_rut ~ '^([0-9])\1+-'
$$;

update public.profiles set rut_verified_at = null
where rut_verified_at is not null and private.is_repeated_rut(rut);

create function private.refuse_repeated_rut() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'Un RUT de dígitos repetidos no identifica a nadie: escribe el de la cédula.' using errcode = '23514';
end
$$;
create trigger refuse_repeated_rut before insert or update of rut, rut_verified_at on public.profiles
  for each row when (new.rut_verified_at is not null and private.is_repeated_rut(new.rut))
  execute function private.refuse_repeated_rut();
grant execute on function private.is_repeated_rut(text) to authenticated, service_role;

-- Proves an account's RUT by the phone that was left on an order of that RUT; the account's e-mail must be confirmed.
create or replace function private.tie_by_phone(p_profile_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set rut_verified_at = now()
  where p.id = p_profile_id and p.role = 'customer' and p.rut is not null and p.rut_verified_at is null
    and not private.is_repeated_rut(p.rut)
    and exists (select from auth.users u where u.id = p.id and u.email_confirmed_at is not null)
    and exists (
      select from public.service_orders o
      where o.customer_rut = p.rut and private.phone_key(o.customer_phone) = private.phone_key(p.phone)
    )
    and not exists (select from public.profiles q where q.rut = p.rut and q.rut_verified_at is not null);
exception when unique_violation then
  null; -- Another account proved the same RUT in this very moment: this one stays without a tie.
end
$$;

-- A customer proves the own RUT with an order's number and the phone left on it. p_ticket: of try_claim_orders. Answers
-- 'linked', 'no_match' (whatever the reason: an account without a tie learns nothing), 'too_many' (no ticket) or
-- 'expired'.
create or replace function public.claim_orders(p_ticket uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  claim private.claim_attempts;
begin
  if private.my_role() is distinct from 'customer' then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if p_ticket is null then
    return 'too_many';
  end if;
  select * into claim from private.claim_attempts a
  where a.ticket = p_ticket and a.user_id = caller and a.attempted_at >= now() - interval '1 minute'
    and a.made_in <> pg_current_xact_id()
  for update;
  if claim.id is null then
    return 'expired';
  end if;
  update private.claim_attempts set ticket = null, order_number = null, phone = null where id = claim.id;
  begin
    update public.profiles p set rut_verified_at = coalesce(p.rut_verified_at, now())
    where p.id = caller and not private.is_repeated_rut(p.rut) and exists (
      select from public.service_orders o
      where o.order_number = claim.order_number and o.customer_rut = p.rut
        and private.phone_key(o.customer_phone) = private.phone_key(claim.phone)
    );
  exception when unique_violation then
    return 'no_match';
  end;
  return case when found then 'linked' else 'no_match' end;
end
$$;

-- Whoever was here before (repeat customer at the counter): the newest orders of a RUT, or of a phone in any of its
-- spellings. Nobody by a RUT of repeated digits.
create or replace function public.find_order_customer(p_rut text default null, p_phone text default null)
returns table (
  order_number integer, customer_name text, customer_rut text, customer_phone text, customer_address text,
  equipment_type text, equipment_brand text, equipment_model text, imei text
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  -- Two statements, so that each uses its own index.
  if p_rut is not null then
    return query
      select o.order_number, o.customer_name, o.customer_rut, o.customer_phone, coalesce(o.customer_address, ''),
        o.equipment_type, o.equipment_brand, o.equipment_model, coalesce(o.imei, '')
      from public.service_orders o
      where o.customer_rut = private.normalize_rut(p_rut) and not private.is_repeated_rut(o.customer_rut)
      order by o.created_at desc limit 20;
  else
    return query
      select o.order_number, o.customer_name, o.customer_rut, o.customer_phone, coalesce(o.customer_address, ''),
        o.equipment_type, o.equipment_brand, o.equipment_model, coalesce(o.imei, '')
      from public.service_orders o
      where private.phone_key(o.customer_phone) = private.phone_key(p_phone)
      order by o.created_at desc limit 20;
  end if;
end
$$;
