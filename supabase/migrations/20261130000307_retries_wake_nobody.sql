SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.wake_sender()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  address text;
  secret text;
begin
  if old.state = 'sending' or current_setting('taller.sender_woken', true) = 'yes' then
    return null;
  end if;
  perform set_config('taller.sender_woken', 'yes', true);
  perform pg_notify('messages_queued', '');
  begin
    if to_regproc('net.http_post') is not null and to_regclass('vault.decrypted_secrets') is not null then
      execute $q$ select max(s.decrypted_secret) filter (where s.name = 'project_url'),
        max(s.decrypted_secret) filter (where s.name = 'cron_secret') from vault.decrypted_secrets s $q$
      into address, secret;
    end if;
    if address is not null and secret is not null then
      execute 'select net.http_post(url := $1, body := $2, headers := $3)'
      using rtrim(address, '/') || '/functions/v1/send-messages', '{}'::jsonb,
        jsonb_build_object('content-type', 'application/json', 'x-cron-secret', secret);
    end if;
  exception when others then
    raise warning 'The sender of messages was not woken: %', sqlerrm;
  end;
  return null;
end
$function$;
