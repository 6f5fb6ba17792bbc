SET local check_function_bodies = off;

ALTER TABLE "public"."customer_contacts"
  DROP CONSTRAINT "customer_contacts_rut_fkey";

DROP FUNCTION "public"."save_customer_contact"(uuid, uuid, text, text, text, text, uuid);

ALTER TABLE "public"."customer_contacts"
  ADD COLUMN "version" integer NOT NULL DEFAULT 1;

CREATE OR REPLACE FUNCTION private.move_customer_card()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update private.customer_cards c set rut = new.customer_rut
  where c.rut = old.customer_rut and not private.is_repeated_rut(new.customer_rut)
    and not exists (select from private.customer_cards k where k.rut = new.customer_rut)
    and not exists (select from public.service_orders o
      where o.customer_rut in (old.customer_rut, new.customer_rut) and o.id <> new.id)
    and not exists (select from public.profiles p
      where p.rut in (old.customer_rut, new.customer_rut) and p.rut_verified_at is not null);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_contact()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Locked: who takes the contact off the card at the same moment waits, or has done so.
  perform from public.customer_contacts c where c.id = new.contact_id and c.rut = new.customer_rut
    and (c.removed_at is null or tg_op = 'UPDATE' and new.contact_id = old.contact_id) for share;
  if found then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.contact_id = old.contact_id then
    -- The order is another customer's now.
    new.contact_id := null;
    return new;
  end if;
  raise exception 'Ese contacto ya no está en la ficha del cliente. Elige otro.' using errcode = '23514';
end
$function$;

CREATE OR REPLACE FUNCTION public.customer_record (
  p_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  who private.customer;
  facts jsonb;
begin
  perform private.require('people.see');
  who := private.customer_of(p_id);
  if (who.rut, who.order_id, who.account_id) is null then
    raise exception 'No encontramos a este cliente.' using errcode = 'P0002';
  end if;
  with latest as materialized (
    select o.* from public.service_orders o where o.customer_rut = who.rut or o.id = who.order_id
    order by o.created_at desc, o.id desc limit 20
  ), newest as (
    select * from latest order by created_at desc, id desc limit 1
  ), open_balances as (
    select o.status, private.order_balance(o.status, o.total_amount, o.advance_payment, o.final_payment) as balance
    from public.service_orders o
    where (o.customer_rut = who.rut or o.id = who.order_id)
      and private.order_balance(o.status, o.total_amount, o.advance_payment, o.final_payment) <> 0
  )
  select jsonb_build_object(
    'name', (select n.customer_name from newest n), 'newest', (select n.id from newest n),
    'order_rut', (select n.customer_rut from newest n),
    'is_anonymized', coalesce((select n.anonymized_at is not null from newest n), false),
    'address', (select l.customer_address from latest l where l.customer_address <> ''
      order by l.created_at desc, l.id desc limit 1),
    'phones', (select coalesce(jsonb_agg(t.phone order by t.last desc, t.second), '[]') from (
      select k.phone, max(l.created_at) as last, min(k.second) as second from latest l
      cross join lateral (values (l.customer_phone, 0), (l.second_phone, 1)) as k (phone, second)
      where k.phone <> '' group by k.phone) as t),
    'orders', (select count(*) from public.service_orders o where o.customer_rut = who.rut or o.id = who.order_id),
    'owed', (select coalesce(sum(b.balance) filter (where b.balance > 0), 0) from open_balances b),
    'owed_delivered', (select coalesce(sum(b.balance) filter (where b.balance > 0 and b.status = 'delivered'), 0)
      from open_balances b),
    'refund', (select coalesce(-sum(b.balance) filter (where b.balance < 0), 0) from open_balances b)
  ) into facts;
  return facts || jsonb_build_object(
    'rut', who.rut,
    'account', (select jsonb_build_object('id', p.id, 'full_name', p.full_name, 'email', p.email, 'rut', p.rut,
        'phone', p.phone, 'address', p.address, 'rut_verified_at', p.rut_verified_at)
      from public.profiles p where p.id = who.account_id),
    'card', (select jsonb_build_object('is_company', c.is_company, 'business_name', c.business_name,
        'business_activity', c.business_activity, 'notes', c.notes, 'version', c.version, 'updated_at', c.updated_at,
        'updated_by', (select n.full_name from public.staff_names n where n.id = c.updated_by))
      from private.customer_cards c where c.rut = who.rut),
    'contacts', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'phone', c.phone,
        'email', c.email, 'role', c.role, 'version', c.version) order by c.created_at, c.id), '[]')
      from public.customer_contacts c where c.rut = who.rut and c.removed_at is null),
    'reminders', private.reminder_consent(p_id));
end
$function$;

CREATE OR REPLACE FUNCTION public.find_customers (
  p_search text DEFAULT NULL::text
)
  RETURNS TABLE (
    order_id       uuid,
    customer_name  text,
    customer_rut   text,
    customer_phone text,
    has_account    boolean,
    orders         integer,
    last_at        timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  term text := coalesce(trim(private.fold(private.plain_marks(left(p_search, 200)))), '');
  condition text := '';
  found uuid[];
  row_limit integer;
  carded text[];
  digits text;
begin
  perform private.require('people.see');
  if term ~ '^[+(]?[0-9][0-9 .()+-]*[0-9k]$' then
    -- Each condition begins with ' and '.
    condition := format(' and (%s or %s)', substr(private.search_condition('customer_rut', p_search), 6),
      case when private.may('orders.find') then substr(private.search_condition('customer_phone', p_search), 6)
        else 'false' end);
    digits := ltrim(regexp_replace(term, '[^0-9]', '', 'g'), '0');
    if private.may('orders.find') and length(digits) >= 3 then
      carded := private.ruts_by_card(null, private.contains_pattern(digits));
    end if;
  elsif term ~ '^[a-z]{2}/[a-z0-9]+$' then
    -- A foreign document.
    condition := private.text_condition('customer_rut', term);
  elsif term <> '' then
    condition := private.search_condition('customer_name', p_search);
    carded := private.ruts_by_card(array(
      select private.contains_pattern(w) from unnest((regexp_split_to_array(term, '\s+'))[1:6]) as w), null);
  end if;
  -- More only where few people have all of them, as companies do.
  foreach row_limit in array array[200, 5000] loop
    found := private.newest_by_texts(condition, row_limit);
    exit when coalesce(cardinality(found), 0) < row_limit or (
      select count(distinct private.person_of(o)) >= 20 from public.service_orders o
      where o.id = any (found) and o.anonymized_at is null);
  end loop;
  found := found || array(
    select n.id from unnest(carded) as r (rut) cross join lateral (
      select o.id from public.service_orders o where o.customer_rut = r.rut order by o.created_at desc limit 1) as n);
  -- The other phone of an order, as far as it is typed to tell anybody: among the texts that have its digits.
  if private.may('orders.find') and length(digits) >= 6 then
    found := found || array(
      select o.id from public.service_orders o
      where o.id = any (private.newest_by_texts(format(' and s.rest like %L', private.contains_pattern(digits)), 200))
        and private.search_phone(o.second_phone) like private.contains_pattern(digits));
  end if;
  return query
    select n.id, n.customer_name, n.customer_rut, n.customer_phone, n.is_person and exists (
        select from public.profiles p
        where p.rut = n.customer_rut and p.rut_verified_at is not null and p.role = 'customer'),
      greatest(t.orders, 1), coalesce(t.last_at, n.created_at) as last
    from (
      select distinct on (private.person_of(o)) o.id, o.customer_name, o.customer_rut, o.customer_phone, o.created_at,
        not private.is_repeated_rut(o.customer_rut) as is_person
      from public.service_orders o
      where o.id = any (found) and o.anonymized_at is null
      order by private.person_of(o), o.created_at desc, o.id desc
    ) as n
    cross join lateral (
      select count(*)::integer as orders, max(x.created_at) as last_at from public.service_orders x
      where n.is_person and x.customer_rut = n.customer_rut
    ) as t
    order by last desc, n.id limit 20;
end
$function$;

CREATE OR REPLACE FUNCTION public.save_customer_card (
  p_id                uuid,
  p_customer          uuid,
  p_seen              integer,
  p_is_company        boolean,
  p_business_name     text    DEFAULT ''::text,
  p_business_activity text    DEFAULT ''::text,
  p_notes             text    DEFAULT ''::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_name constant text := coalesce(private.written(private.without_controls(p_business_name, false)), '');
  v_activity constant text := coalesce(private.written(private.without_controls(p_business_activity, false)), '');
  v_notes constant text := coalesce(private.written(private.without_controls(p_notes, true)), '');
  v_rut text;
begin
  perform private.require('customers.change');
  -- Without the version: a form that did not hear its answer has read its own card when it sends once more.
  if not private.claim_request(p_id, 'save_customer_card',
    jsonb_build_array(p_customer, p_is_company, v_name, v_activity, v_notes), 'la ficha quedó guardada') then
    return;
  end if;
  if length(v_name) > 200 or length(v_activity) > 200 then
    raise exception 'La razón social y el giro pueden tener hasta 200 letras.' using errcode = '23514';
  end if;
  if length(v_notes) > 5000 then
    raise exception 'Las notas pueden tener hasta 5.000 letras.' using errcode = '23514';
  end if;
  v_rut := private.card_rut(p_customer);
  if p_seen = 0 then
    insert into private.customer_cards (rut, is_company, business_name, business_activity, notes, updated_by)
    values (v_rut, coalesce(p_is_company, false), v_name, v_activity, v_notes, (select auth.uid()))
    on conflict do nothing;
  else
    update private.customer_cards c
    set is_company = coalesce(p_is_company, false), business_name = v_name, business_activity = v_activity,
      notes = v_notes, version = c.version + 1, updated_at = now(), updated_by = (select auth.uid())
    where c.rut = v_rut and c.version = p_seen;
  end if;
  if not found then
    raise exception 'Otra persona cambió la ficha mientras tanto. Revisa en qué quedó y guarda de nuevo.'
      using errcode = '23514';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.save_customer_contact (
  p_id       uuid,
  p_customer uuid,
  p_name     text,
  p_phone    text    DEFAULT ''::text,
  p_email    text    DEFAULT ''::text,
  p_role     text    DEFAULT ''::text,
  p_contact  uuid    DEFAULT NULL::uuid,
  p_seen     integer DEFAULT 0
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_name constant text := private.written(private.without_controls(p_name, false));
  v_phone constant text := coalesce(private.written(private.without_controls(p_phone, false)), '');
  v_email constant text := coalesce(lower(private.written(p_email)), '');
  v_role constant text := coalesce(private.written(private.without_controls(p_role, false)), '');
  v_rut text;
begin
  perform private.require('customers.change');
  -- Without the version, as a card.
  if not private.claim_request(p_id, 'save_customer_contact',
    jsonb_build_array(p_customer, p_contact, v_name, v_phone, v_email, v_role), 'el contacto quedó guardado') then
    return;
  end if;
  if v_name is null or length(v_name) > 200 then
    raise exception 'Escribe el nombre del contacto, de hasta 200 letras.' using errcode = '23514';
  end if;
  if length(v_phone) > 40 then
    raise exception 'El teléfono puede tener hasta 40 letras.' using errcode = '23514';
  end if;
  if v_email <> '' and not private.is_email(v_email) then
    raise exception 'El correo no es válido.' using errcode = '23514';
  end if;
  if length(v_role) > 120 then
    raise exception 'El cargo puede tener hasta 120 letras.' using errcode = '23514';
  end if;
  v_rut := private.card_rut(p_customer);
  if p_contact is not null then
    update public.customer_contacts c
    set name = v_name, phone = v_phone, email = v_email, role = v_role, version = c.version + 1
    where c.id = p_contact and c.rut = v_rut and c.removed_at is null and c.version = p_seen;
    if not found then
      if exists (select from public.customer_contacts c
        where c.id = p_contact and c.rut = v_rut and c.removed_at is null) then
        raise exception 'Otra persona cambió este contacto mientras tanto. Revisa en qué quedó y guarda de nuevo.'
          using errcode = '23514';
      end if;
      raise exception 'Este contacto ya no está en la ficha: alguien lo quitó. Si guardas otra vez, se agrega de nuevo.'
        using errcode = 'P0002';
    end if;
    return;
  end if;
  insert into private.customer_cards (rut, updated_by) values (v_rut, (select auth.uid())) on conflict do nothing;
  -- Of two at once the second waits, and then counts the first.
  perform from private.customer_cards c where c.rut = v_rut for no key update;
  if (select count(*) from public.customer_contacts c where c.rut = v_rut and c.removed_at is null) >= 50 then
    raise exception 'La ficha ya tiene 50 contactos. Quita uno para agregar otro.' using errcode = '23514';
  end if;
  insert into public.customer_contacts (id, rut, name, phone, email, role)
  values (coalesce(p_id, gen_random_uuid()), v_rut, v_name, v_phone, v_email, v_role);
end
$function$;

REVOKE ALL ON FUNCTION "public"."save_customer_contact"(uuid, uuid, text, text, text, text, uuid, integer) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."customer_contacts"
  ADD CONSTRAINT "customer_contacts_rut_fkey" FOREIGN KEY (rut) REFERENCES private.customer_cards(rut) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE TRIGGER move_customer_card
  BEFORE UPDATE OF customer_rut ON public.service_orders
  FOR EACH ROW
  WHEN (((old.customer_rut IS DISTINCT FROM new.customer_rut) AND (new.anonymized_at IS NULL)))
  EXECUTE FUNCTION private.move_customer_card();

REVOKE ALL ON FUNCTION "private"."move_customer_card"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_customer_card"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_customer_card"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_customer_contact"(uuid, uuid, text, text, text, text, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_customer_contact"(uuid, uuid, text, text, text, text, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_customer_contact"(uuid, uuid, text, text, text, text, uuid, integer) TO "postgres";
