-- The messages to customers are a section of the settings: which events send one, the provider's template of each and
-- its text, with names for what it says of the order. Takes the place of the table whatsapp_templates.

insert into private.setting_shapes (section, is_public, shape) values
('messages', false, $shape$
{
  "type": "object",
  "properties": {
    "created": {
      "type": "object",
      "properties": {
        "enabled": {"type": "boolean"},
        "template": {"type": "string", "pattern": "^[a-z0-9_]{1,100}$"},
        "text": {
          "type": "string",
          "minLength": 1,
          "maxLength": 600,
          "allOf": [
            {"pattern": "[^ ]"},
            {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
            {"pattern": "^([^{}]|\\{\\{(orden|cliente|equipo)\\}\\})*$"},
            {"pattern": "\\{\\{orden\\}\\}"}
          ]
        }
      },
      "required": ["enabled", "template", "text"],
      "additionalProperties": false
    },
    "in_progress": {
      "type": "object",
      "properties": {
        "enabled": {"type": "boolean"},
        "template": {"type": "string", "pattern": "^[a-z0-9_]{1,100}$"},
        "text": {
          "type": "string",
          "minLength": 1,
          "maxLength": 600,
          "allOf": [
            {"pattern": "[^ ]"},
            {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
            {"pattern": "^([^{}]|\\{\\{(orden|estado|cliente|equipo)\\}\\})*$"},
            {"pattern": "\\{\\{orden\\}\\}"}
          ]
        }
      },
      "required": ["enabled", "template", "text"],
      "additionalProperties": false
    },
    "quoted": {
      "type": "object",
      "properties": {
        "enabled": {"type": "boolean"},
        "template": {"type": "string", "pattern": "^[a-z0-9_]{1,100}$"},
        "text": {
          "type": "string",
          "minLength": 1,
          "maxLength": 600,
          "allOf": [
            {"pattern": "[^ ]"},
            {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
            {"pattern": "^([^{}]|\\{\\{(orden|trabajo|total|enlace|cliente|equipo)\\}\\})*$"},
            {"pattern": "\\{\\{orden\\}\\}"},
            {"pattern": "\\{\\{enlace\\}\\}"}
          ]
        }
      },
      "required": ["enabled", "template", "text"],
      "additionalProperties": false
    },
    "approved": {
      "type": "object",
      "properties": {
        "template": {"type": "string", "pattern": "^[a-z0-9_]{1,100}$"},
        "text": {
          "type": "string",
          "minLength": 1,
          "maxLength": 600,
          "allOf": [
            {"pattern": "[^ ]"},
            {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
            {"pattern": "^([^{}]|\\{\\{(orden|respuesta|total|cliente|equipo)\\}\\})*$"},
            {"pattern": "\\{\\{orden\\}\\}"},
            {"pattern": "\\{\\{respuesta\\}\\}"}
          ]
        }
      },
      "required": ["template", "text"],
      "additionalProperties": false
    },
    "rejected": {
      "type": "object",
      "properties": {
        "template": {"type": "string", "pattern": "^[a-z0-9_]{1,100}$"},
        "text": {
          "type": "string",
          "minLength": 1,
          "maxLength": 600,
          "allOf": [
            {"pattern": "[^ ]"},
            {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
            {"pattern": "^([^{}]|\\{\\{(orden|respuesta|total|cliente|equipo)\\}\\})*$"},
            {"pattern": "\\{\\{orden\\}\\}"},
            {"pattern": "\\{\\{respuesta\\}\\}"}
          ]
        }
      },
      "required": ["template", "text"],
      "additionalProperties": false
    },
    "completed": {
      "type": "object",
      "properties": {
        "enabled": {"type": "boolean"},
        "template": {"type": "string", "pattern": "^[a-z0-9_]{1,100}$"},
        "text": {
          "type": "string",
          "minLength": 1,
          "maxLength": 600,
          "allOf": [
            {"pattern": "[^ ]"},
            {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
            {"pattern": "^([^{}]|\\{\\{(orden|cliente|equipo)\\}\\})*$"},
            {"pattern": "\\{\\{orden\\}\\}"}
          ]
        }
      },
      "required": ["enabled", "template", "text"],
      "additionalProperties": false
    },
    "delivered": {
      "type": "object",
      "properties": {
        "enabled": {"type": "boolean"},
        "template": {"type": "string", "pattern": "^[a-z0-9_]{1,100}$"},
        "text": {
          "type": "string",
          "minLength": 1,
          "maxLength": 600,
          "allOf": [
            {"pattern": "[^ ]"},
            {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
            {"pattern": "^([^{}]|\\{\\{(orden|garantia|cliente|equipo)\\}\\})*$"},
            {"pattern": "\\{\\{orden\\}\\}"}
          ]
        }
      },
      "required": ["enabled", "template", "text"],
      "additionalProperties": false
    },
    "cancelled": {
      "type": "object",
      "properties": {
        "enabled": {"type": "boolean"},
        "template": {"type": "string", "pattern": "^[a-z0-9_]{1,100}$"},
        "text": {
          "type": "string",
          "minLength": 1,
          "maxLength": 600,
          "allOf": [
            {"pattern": "[^ ]"},
            {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"},
            {"pattern": "^([^{}]|\\{\\{(orden|motivo|cliente|equipo)\\}\\})*$"},
            {"pattern": "\\{\\{orden\\}\\}"}
          ]
        }
      },
      "required": ["enabled", "template", "text"],
      "additionalProperties": false
    },
    "language": {"type": "string", "enum": ["es_CL", "es", "es_AR", "es_ES", "es_MX"]},
    "quietHours": {
      "type": "object",
      "properties": {
        "enabled": {"type": "boolean"},
        "from": {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"},
        "to": {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"}
      },
      "required": ["enabled", "from", "to"],
      "additionalProperties": false
    }
  },
  "required": [
    "created",
    "in_progress",
    "quoted",
    "approved",
    "rejected",
    "completed",
    "delivered",
    "cancelled",
    "language",
    "quietHours"
  ],
  "additionalProperties": false
}$shape$);

-- What the text of an event's message may say of its order, by name; null for an event without a message. The order of
-- the names numbers the parameters of the provider's template: of those that a text uses, the first is {{1}}.
-- shared/src/settings/message-variables.ts has the same list.
create function private.message_variables(p_event text) returns text[]
language sql immutable set search_path = '' as $$
  select case
    when p_event in ('created', 'completed') then array['orden', 'cliente', 'equipo']
    when p_event = 'in_progress' then array['orden', 'estado', 'cliente', 'equipo']
    when p_event = 'quoted' then array['orden', 'trabajo', 'total', 'enlace', 'cliente', 'equipo']
    when p_event in ('approved', 'rejected') then array['orden', 'respuesta', 'total', 'cliente', 'equipo']
    when p_event = 'delivered' then array['orden', 'garantia', 'cliente', 'equipo']
    when p_event = 'cancelled' then array['orden', 'motivo', 'cliente', 'equipo']
  end
$$;

-- The names that a text uses, in the order of the template's parameters.
create function private.used_variables(p_event text, p_text text) returns table (place bigint, name text)
language sql immutable set search_path = '' as $$
  select row_number() over (order by v.place), v.name
  from unnest(private.message_variables(p_event)) with ordinality as v (name, place)
  where strpos(p_text, '{{' || v.name || '}}') > 0
$$;

-- A text as the provider has it: {{1}}, {{2}} … instead of names.
create function private.numbered_text(p_event text, p_text text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  used record;
  numbered text := p_text;
begin
  for used in select u.place, u.name from private.used_variables(p_event, p_text) as u loop
    numbered := replace(numbered, '{{' || used.name || '}}', '{{' || used.place || '}}');
  end loop;
  return numbered;
end
$$;

-- Refuses a text with a variable that its event does not have, in words that help, and quiet hours without an end.
create function private.check_message_settings() returns trigger
language plpgsql stable set search_path = '' as $$
declare
  fault record;
begin
  select f.name, f.known into fault
  from (
    select (regexp_matches(new.value #>> array[e.event, 'text'], '\{\{([^{}]*)\}\}', 'g'))[1] as name,
      private.message_variables(e.event) as known
    from jsonb_object_keys(case jsonb_typeof(new.value) when 'object' then new.value else '{}' end) as e (event)
  ) as f
  where f.name <> all (f.known) limit 1;
  if fault.name is not null then
    raise exception '{{%}} no existe. Puedes usar: %.', left(fault.name, 40),
      (select string_agg('{{' || k.name || '}}', ', ') from unnest(fault.known) as k (name)) using errcode = '23514';
  end if;
  if new.value #>> '{quietHours,from}' = new.value #>> '{quietHours,to}' then
    raise exception 'Las horas de silencio deben terminar a otra hora de la que comienzan.' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger check_messages before insert or update on public.setting_sections
  for each row when (new.section = 'messages') execute function private.check_message_settings();

-- A new shop's messages, or those that the shop had. A text of its own that does not fit the rules, and the switch of
-- what is always sent, are not kept.
do $$
declare
  rest jsonb := '{"language": "es_CL", "quietHours": {"enabled": false, "from": "21:00", "to": "09:00"}}';
  texts jsonb := '{
    "created": "Recibimos tu equipo. Tu número de orden es {{orden}}. Te avisaremos por aquí de cada avance.",
    "in_progress": "Tu orden {{orden}} cambió de estado: {{estado}}.",
    "quoted": "El presupuesto de tu orden {{orden}} está listo. Trabajo: {{trabajo}}. Total: {{total}}. Apruébalo o recházalo aquí: {{enlace}}",
    "approved": "Registramos tu respuesta al presupuesto de {{total}} de tu orden {{orden}}: {{respuesta}}. Si no fuiste tú, llámanos enseguida.",
    "rejected": "Registramos tu respuesta al presupuesto de {{total}} de tu orden {{orden}}: {{respuesta}}. Si no fuiste tú, llámanos enseguida.",
    "completed": "¡Buenas noticias! La reparación de tu orden {{orden}} está terminada. Ya puedes retirar tu equipo.",
    "cancelled": "Tu orden {{orden}} fue cancelada. Motivo: {{motivo}}.",
    "delivered": "Entregamos el equipo de tu orden {{orden}}. {{garantia}}. ¡Gracias por confiar en nosotros!"
  }';
  known record;
  named text;
  setting jsonb;
begin
  for known in select t.event, t.template, t.enabled, t.body from public.whatsapp_templates t loop
    select coalesce(string_agg(case when p.n % 2 = 1 then p.part
      else '{{' || coalesce((private.message_variables(known.event))[p.part::integer], p.part) || '}}' end, '' order by p.n), '')
    into named
    from regexp_split_to_table(regexp_replace(known.body, '\{\{(\d{1,2})\}\}', E'\u0001\\1\u0001', 'g'), E'\u0001')
      with ordinality as p (part, n);
    setting := jsonb_build_object('template', known.template, 'text', named);
    if known.event not in ('approved', 'rejected') then
      setting := setting || jsonb_build_object('enabled', known.enabled);
    end if;
    if private.shape_fault((select k.shape #> array['properties', known.event] from private.setting_shapes k
      where k.section = 'messages'), setting, '') is not null then
      setting := setting || jsonb_build_object('text', texts -> known.event);
    end if;
    rest := rest || jsonb_build_object(known.event, setting);
  end loop;
  insert into public.setting_sections (section, value) values ('messages', rest);
end
$$;

-- What the shop has set for an event's message; null for an event without one.
create function private.message_setting(p_event text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select s.value -> p_event from public.setting_sections s
  where s.section = 'messages' and private.message_variables(p_event) is not null
$$;

-- One name's value for an order, as it is put into the provider's template.
create function private.message_value(o public.service_orders, p_event text, p_name text) returns text
language sql stable security definer set search_path = '' as $$
  select case p_name
    when 'orden' then private.format_order_number(o.order_number)
    when 'estado' then 'En Progreso'
    when 'trabajo' then private.message_text(o.technical_work)
    when 'respuesta' then case p_event when 'approved' then 'aprobado' else 'rechazado' end
    when 'total' then private.format_clp(coalesce(o.total_amount, 0))
    when 'enlace' then rtrim(private.shop_setting('site_url'), '/') || '/decision-presupuesto/' || o.id
    when 'motivo' then private.message_text(o.cancellation_reason)
    when 'garantia' then case
      when coalesce(o.warranty_days, 0) = 0 then 'Sin garantía'
      when o.warranty_days = 1 then 'Garantía de 1 día'
      else 'Garantía de ' || o.warranty_days || ' días'
    end
    when 'cliente' then private.message_text(o.customer_name)
    when 'equipo' then private.message_text(concat_ws(' ', o.equipment_brand, o.equipment_model))
  end
$$;

-- The parameters of an event's template for an order, fixed at the moment of the change.
create or replace function private.message_params(o public.service_orders, p_event text) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(private.message_value(o, p_event, u.name) order by u.place), '{}')
  from private.used_variables(p_event, private.message_setting(p_event) ->> 'text') as u
$$;

-- A message that is switched off leaves a row in state 'off': nothing is sent, and the order tells why.
alter table public.whatsapp_messages drop constraint whatsapp_messages_state_check;
alter table public.whatsapp_messages add constraint whatsapp_messages_state_check
  check (state in ('queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'off'));

-- Queues the message of an event, if the event has one. One that is switched off is only noted, without text or number.
create or replace function private.queue_order_message(o public.service_orders, p_event text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  setting jsonb := private.message_setting(p_event);
  is_off boolean := setting -> 'enabled' = 'false';
begin
  if setting is null then
    return;
  end if;
  insert into public.whatsapp_messages (order_id, event, occurrence, template, language, state, params, phone)
  select o.id, p_event, count(m.id) + 1, setting ->> 'template', s.value ->> 'language',
    case when is_off then 'off' else 'queued' end,
    case when is_off then '{}' else private.message_params(o, p_event) end,
    case when is_off then '' else private.whatsapp_phone(o.customer_phone) end
  from public.setting_sections s
    left join public.whatsapp_messages m on m.order_id = o.id and m.event = p_event
  where s.section = 'messages'
  group by s.value;
end
$$;

-- What each message would say about an order as it is now; without a number, about the newest order. `body` is the
-- provider's text, `variables` names its parameters.
drop function public.preview_messages(integer);
create function public.preview_messages(p_order_number integer default null)
returns table (event text, template text, language text, enabled boolean, body text, params text[], variables text[],
  order_number integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select e.event, m.setting ->> 'template', s.value ->> 'language', coalesce((m.setting ->> 'enabled')::boolean, true),
      private.numbered_text(e.event, m.setting ->> 'text'), private.message_params(o, e.event),
      (select array_agg(u.name order by u.place) from private.used_variables(e.event, m.setting ->> 'text') as u),
      o.order_number
    from (
      select * from public.service_orders candidate
      where p_order_number is null or candidate.order_number = p_order_number
      order by candidate.created_at desc limit 1
    ) as newest
    join public.service_orders o on o.id = newest.id
    cross join public.setting_sections s
    cross join unnest(array['created', 'in_progress', 'quoted', 'approved', 'rejected', 'completed', 'delivered',
      'cancelled']) with ordinality as e (event, place)
    cross join lateral (select s.value -> e.event as setting) as m
    where s.section = 'messages'
    order by e.place;
end
$$;
revoke all on function public.preview_messages from public, anon, authenticated;
grant execute on function public.preview_messages to authenticated;

-- Whether the caller is of the staff, for functions that act for them with the secret key.
create function public.is_staff_session() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff()
$$;
revoke all on function public.is_staff_session from public, anon, authenticated;
grant execute on function public.is_staff_session to anon, authenticated;

drop table public.whatsapp_templates;
