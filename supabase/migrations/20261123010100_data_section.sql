-- Where the site is, how long data is kept, and when unused sessions of the staff end, as a section of the settings that
-- only admins read and change: with history, undo and conflicts like every other. It replaces the table shop_settings.

insert into private.setting_shapes (section, is_public, shape) values
('data', false, $shape${
  "type": "object",
  "properties": {
    "site_url": {
      "type": "string",
      "maxLength": 200,
      "pattern": "^https?:\\/\\/(\\[[0-9a-fA-F:]+\\]|[A-Za-z0-9][A-Za-z0-9.-]*)(:[0-9]{1,5})?$"
    },
    "staff_idle_minutes": {"type": "integer", "minimum": 5, "maximum": 10080},
    "order_years": {"type": "integer", "minimum": 6, "maximum": 30},
    "message_days": {"type": "integer", "minimum": 30, "maximum": 3650},
    "origin_days": {"type": "integer", "minimum": 90, "maximum": 3650},
    "session_days": {"type": "integer", "minimum": 7, "maximum": 730},
    "mail_days": {"type": "integer", "minimum": 1, "maximum": 365},
    "activity_days": {"type": "integer", "minimum": 90, "maximum": 3650},
    "look_days": {"type": "integer", "minimum": 180, "maximum": 3650},
    "device_code_days": {"type": "integer", "minimum": 0, "maximum": 999}
  },
  "required": ["site_url", "staff_idle_minutes", "order_years", "message_days", "origin_days", "session_days", "mail_days",
    "activity_days", "look_days", "device_code_days"],
  "additionalProperties": false
}$shape$);

-- What the shop has set, and the first values for what it has deleted. Of its address the origin.
insert into public.setting_sections (section, value)
select 'data', jsonb_build_object('site_url', coalesce(
    (select substring(s.value from '^https?://(?:\[[0-9a-fA-F:]+\]|[A-Za-z0-9][A-Za-z0-9.-]*)(?::[0-9]{1,5})?')
      from public.shop_settings s where s.key = 'site_url'),
    'http://127.0.0.1:3000'
  )) || jsonb_object_agg(d.key, coalesce(s.value::integer, d.initial))
from (values ('staff_idle_minutes', 720), ('order_years', 6), ('message_days', 365), ('origin_days', 730),
  ('session_days', 180), ('mail_days', 30), ('activity_days', 730), ('look_days', 730), ('device_code_days', 30)
) as d (key, initial)
left join public.shop_settings s on s.key = d.key;

drop table public.shop_settings;

-- A setting of the installation, whoever asks.
create or replace function private.shop_setting(p_key text) returns text
language sql stable security definer set search_path = '' as $$
  select s.value ->> p_key from public.setting_sections s where s.section = 'data'
$$;

create or replace function private.staff_idle_minutes() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select (s.value ->> 'staff_idle_minutes')::integer from public.setting_sections s where s.section = 'data');
end
$$;

create or replace function private.kept_for(p_key text) returns integer
language sql stable security definer set search_path = '' as $$
  select private.shop_setting(p_key)::integer
$$;

-- The moment before which data is no longer kept, by a period that may not be saved yet.
create function private.kept_since_by(p_key text, p_figure integer) returns timestamptz
language sql stable set search_path = '' as $$
  select now() - case p_key when 'order_years' then make_interval(years => p_figure)
    else make_interval(days => p_figure) end
$$;

create or replace function private.kept_since(p_key text) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select private.kept_since_by(p_key, private.kept_for(p_key))
$$;

-- What the next cleaning takes away if section 'data' is saved with this value: { period: rows }, of the periods that
-- become shorter, without mails, which are files of the server. Admins only.
create function public.preview_retention(p_value jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  perform private.check_setting('data', p_value);
  return (
    select coalesce(jsonb_object_agg(t.key, case t.key
      when 'message_days' then (
        select count(*) from public.whatsapp_messages m
        where m.created_at < t.since and m.state not in ('queued', 'sending') and m.params <> '{}'
      ) + (select count(*) from public.whatsapp_replies r where r.received_at < t.since)
        + (select count(*) from public.notifications n where n.created_at < t.since)
      when 'activity_days' then (select count(*) from private.activity_entries e where e.created_at < t.since) + (
        select count(*) from public.order_events e
        where e.created_at < t.since and e.changes <> private.impersonal_changes(e.changes)
          and not exists (select from public.service_orders o where o.id = e.order_id)
      )
      when 'origin_days' then (
        select count(*) from public.decision_origins g join public.decision_history d on d.id = g.decision_id
        where d.created_at < t.since
      )
      when 'look_days' then (select count(*) from private.looks l where l.looked_at < t.since)
      when 'session_days' then (
        select count(*) from auth.sessions s
        where s.not_after < now() or greatest(s.created_at, s.updated_at, (
          select u.last_used_at from private.session_use u where u.session_id = s.id
        )) < t.since
      )
      when 'order_years' then (
        select count(*) from public.service_orders o
        where o.anonymized_at is null and o.status = any (private.statuses_in('closed'))
          and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at) < t.since
      )
      when 'device_code_days' then (
        select count(*) from public.service_orders o
        where o.device_code_stored and o.status = any (private.statuses_in('closed'))
          and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at) < t.since
      )
    end), '{}')
    from (
      select k.key, private.kept_since_by(k.key, k.figure::integer) as since
      from jsonb_each_text(p_value - 'site_url' - 'staff_idle_minutes' - 'mail_days') as k (key, figure)
      where k.figure::integer < private.kept_for(k.key)
    ) as t
  );
end
$$;
revoke all on function public.preview_retention from public, anon, authenticated;
grant execute on function public.preview_retention to authenticated;
