-- What the desk follows live (NOTIF-02). Realtime applies the tables' row level security to every subscriber.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
alter publication supabase_realtime add table public.notifications, public.service_orders, public.whatsapp_messages;
