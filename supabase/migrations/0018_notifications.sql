-- What the desk is told (NOTIF-03) and follows live (NOTIF-02). Written by the server only.

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  -- quote_approved shows a green check, any other a red cross.
  type text not null check (type in ('quote_approved', 'quote_rejected', 'message_failed', 'customer_reply')),
  message text not null,
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  order_id uuid references public.service_orders (id) on delete set null
);
create index notifications_newest on public.notifications (created_at desc, id desc);
create index notifications_unread on public.notifications (created_at desc) where not is_read;
create index notifications_order on public.notifications (order_id);
alter table public.notifications enable row level security;
select private.require_session('public.notifications');
revoke all on public.notifications from anon, authenticated;
grant all on public.notifications to service_role;
grant select, update (is_read) on public.notifications to authenticated;
create policy "staff read" on public.notifications for select to authenticated using ((select private.is_staff()));
create policy "staff mark as read" on public.notifications for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));

-- Tells the desk that a message did not arrive, or that nobody knows.
create function private.notify_message_failed(failed public.whatsapp_messages) returns void
language sql security definer set search_path = '' as $$
  insert into public.notifications (type, message, order_id)
  select 'message_failed', 'Orden #' || private.format_order_number(o.order_number) || case
      when failed.error_code = 'unknown'
        then ': no se sabe si el aviso por WhatsApp llegó. Llama a ' || o.customer_name || '.'
      else ': no se pudo avisar por WhatsApp a ' || o.customer_name || '.'
    end, o.id
  from public.service_orders o where o.id = failed.order_id
$$;

-- Realtime applies the tables' row level security to every subscriber.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
alter publication supabase_realtime add table public.notifications, public.service_orders, public.whatsapp_messages;
