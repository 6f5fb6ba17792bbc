-- A customer's request for erasure reaches the admins in the bell: the law gives 30 days (PRIV-11). The other staff neither read nor mark it.

alter table public.notifications drop constraint notifications_type_check;
alter table public.notifications add constraint notifications_type_check
  check (type in ('quote_approved', 'quote_rejected', 'message_failed', 'customer_reply', 'erasure_requested'));

drop policy "staff read" on public.notifications;
create policy "staff read" on public.notifications for select to authenticated
  using ((select private.is_staff()) and (type <> 'erasure_requested' or (select private.is_admin())));
drop policy "staff mark as read" on public.notifications;
create policy "staff mark as read" on public.notifications for update to authenticated
  using ((select private.is_staff()) and (type <> 'erasure_requested' or (select private.is_admin())))
  with check ((select private.is_staff()) and (type <> 'erasure_requested' or (select private.is_admin())));

-- Names nobody: who asked stands in the list that it leads to, and goes from there.
create function private.notify_erasure() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notifications (type, message)
  values ('erasure_requested', 'Un cliente pidió suprimir sus datos. Hay plazo hasta el '
    || to_char(new.due_at at time zone 'America/Santiago', 'DD-MM-YYYY') || '.');
  return new;
end
$$;
revoke all on function private.notify_erasure() from public, anon, authenticated;
create trigger notify_erasure after insert on public.erasure_requests
  for each row when (new.state = 'open') execute function private.notify_erasure();
