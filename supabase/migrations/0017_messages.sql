-- WhatsApp: the templates and the outbox (decision 4). A message is queued in the transaction of the change that causes
-- it (MSG-03); a function outside the database that alone holds the credential sends it.

create table public.whatsapp_templates (
  -- The event on the order: 'created' or the status that was reached. Statuses without a row have no message (MSG-01).
  event text primary key
    check (event in ('created', 'in_progress', 'quoted', 'approved', 'rejected', 'completed', 'cancelled',
      'delivered')),
  template text not null,
  enabled boolean not null default true,
  -- For previews: {{1}}, {{2}} … stand for the parameters, as in the provider's console.
  body text not null
);
insert into public.whatsapp_templates (event, template, body) values
  ('created', 'new_order',
    'Recibimos tu equipo. Tu número de orden es {{1}}. Te avisaremos por aquí de cada avance.'),
  ('in_progress', 'status_update',
    'Tu orden {{1}} cambió de estado: {{2}}.'),
  ('quoted', 'order_quoted',
    'El presupuesto de tu orden {{1}} está listo. Trabajo: {{2}}. Total: {{3}}. Apruébalo o recházalo aquí: {{4}}'),
  -- The customer reads on the own phone what was decided, whoever pressed.
  ('approved', 'quote_decision',
    'Registramos tu respuesta al presupuesto de {{3}} de tu orden {{1}}: {{2}}. Si no fuiste tú, llámanos enseguida.'),
  ('rejected', 'quote_decision',
    'Registramos tu respuesta al presupuesto de {{3}} de tu orden {{1}}: {{2}}. Si no fuiste tú, llámanos enseguida.'),
  ('completed', 'order_completed',
    '¡Buenas noticias! La reparación de tu orden {{1}} está terminada. Ya puedes retirar tu equipo.'),
  ('cancelled', 'order_cancelled',
    'Tu orden {{1}} fue cancelada. Motivo: {{2}}.'),
  ('delivered', 'order_delivered_v2',
    'Entregamos el equipo de tu orden {{1}}. {{2}}. ¡Gracias por confiar en nosotros!');
alter table public.whatsapp_templates enable row level security;
select private.require_session('public.whatsapp_templates');
revoke all on public.whatsapp_templates from anon, authenticated;
grant all on public.whatsapp_templates to service_role;
grant select, update (enabled) on public.whatsapp_templates to authenticated;
create policy "staff read" on public.whatsapp_templates for select to authenticated
  using ((select private.is_staff()));
create policy "admins switch" on public.whatsapp_templates for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

create table public.whatsapp_messages (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.service_orders (id) on delete cascade,
  event text not null,
  -- 1 for the first time an order reaches the event, 2 for the second …
  occurrence integer not null,
  template text not null,
  language text not null default 'es_CL',
  params text[] not null,
  phone text not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'delivered', 'read', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  locked_until timestamptz,
  provider_message_id text unique,
  error_code text,
  error_message text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  -- When the request to the provider was about to go out; null while the message is only claimed. Without it nothing
  -- was sent.
  send_started_at timestamptz,
  -- Sends of this message whose outcome stayed unknown.
  unknown_sends integer not null default 0,
  unique (order_id, event, occurrence)
);
create index whatsapp_messages_due on public.whatsapp_messages (next_attempt_at) where state in ('queued', 'sending');
create index whatsapp_messages_failed on public.whatsapp_messages (order_id) where state = 'failed';
create index whatsapp_messages_newest on public.whatsapp_messages (created_at desc);
alter table public.whatsapp_messages enable row level security;
select private.require_session('public.whatsapp_messages');
revoke all on public.whatsapp_messages from anon, authenticated;
grant all on public.whatsapp_messages to service_role;
grant select on public.whatsapp_messages to authenticated;
create policy "staff read" on public.whatsapp_messages for select to authenticated using ((select private.is_staff()));

-- Free text as a parameter: the provider refuses empty ones, line breaks, tabs and runs of spaces, and a body over
-- 1,024 characters. The templates end the sentence, so a full stop of its own is left out.
create function private.message_text(p_text text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(rtrim(left(trim(regexp_replace(p_text, '\s+', ' ', 'g')), 600), '. '), ''), 'Sin detalle')
$$;

-- The parameters of each template, fixed at the moment of the change.
create function private.message_params(o public.service_orders, p_event text) returns text[]
language sql stable security definer set search_path = '' as $$
  select case p_event
    when 'in_progress' then array[number, 'En Progreso']
    when 'quoted' then array[
      number, private.message_text(o.technical_work), private.format_clp(o.total_amount),
      rtrim(private.shop_setting('site_url'), '/') || '/decision-presupuesto/' || o.id
    ]
    when 'approved' then array[number, 'aprobado', private.format_clp(coalesce(o.total_amount, 0))]
    when 'rejected' then array[number, 'rechazado', private.format_clp(coalesce(o.total_amount, 0))]
    when 'cancelled' then array[number, private.message_text(substring(o.notes from '.*Motivo de cancelación:(.*)$'))]
    when 'delivered' then array[number, case
      when coalesce(o.warranty_days, 0) = 0 then 'Sin garantía'
      when o.warranty_days = 1 then 'Garantía de 1 día'
      else 'Garantía de ' || o.warranty_days || ' días'
    end]
    else array[number]
  end
  from (select private.format_order_number(o.order_number) as number) as named
$$;

-- Queues the message of an event, if there is a template for it and it is switched on.
create function private.queue_order_message(o public.service_orders, p_event text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  chosen public.whatsapp_templates;
begin
  select * into chosen from public.whatsapp_templates where event = p_event and enabled;
  if not found then
    return;
  end if;
  insert into public.whatsapp_messages (order_id, event, occurrence, template, params, phone)
  select o.id, p_event, count(*) + 1, chosen.template, private.message_params(o, p_event),
    private.whatsapp_phone(o.customer_phone)
  from public.whatsapp_messages m
  where m.order_id = o.id and m.event = p_event;
end
$$;

-- A message that waits goes to the order's phone of today: a wrong number that was corrected is not written to.
create function private.redirect_queued_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.whatsapp_messages set phone = private.whatsapp_phone(new.customer_phone)
  where order_id = new.id and state = 'queued';
  return null;
end
$$;
create trigger redirect_queued_messages after update of customer_phone on public.service_orders
  for each row when (new.customer_phone is distinct from old.customer_phone)
  execute function private.redirect_queued_messages();

-- A message keeps its row, which counts how often an order reached a status, and loses text and number.
create function private.refuse_forgotten_message() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'El texto de este mensaje ya se borró y no se puede enviar otra vez. Llama al cliente.'
    using errcode = '23514';
end
$$;
create trigger check_forgotten before update on public.whatsapp_messages
  for each row when (new.state in ('queued', 'sending') and old.params = '{}')
    execute function private.refuse_forgotten_message();

-- What each message would say about an order as it is now; without a number, about the newest order. For the templates'
-- preview.
create function public.preview_messages(p_order_number integer default null)
returns table (event text, template text, enabled boolean, body text, params text[], order_number integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select t.event, t.template, t.enabled, t.body, private.message_params(o, t.event), o.order_number
    from (
      select * from public.service_orders candidate
      where p_order_number is null or candidate.order_number = p_order_number
      order by candidate.created_at desc limit 1
    ) as newest
    join public.service_orders o on o.id = newest.id
    cross join public.whatsapp_templates t
    order by array_position(
      array['created', 'in_progress', 'quoted', 'approved', 'rejected', 'completed', 'delivered', 'cancelled'],
        t.event);
end
$$;
revoke all on function public.preview_messages from public, anon, authenticated;
grant execute on function public.preview_messages to authenticated;
