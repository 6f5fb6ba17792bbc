/** The settings of config.toml as the CLI pushes them, to a management API of this machine. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROGRAMS } from '#src/hosted/programs.ts';
import { download } from '#src/hosted/testing/download.ts';
import { serveManagementApi, type ManagementApi } from '#src/hosted/testing/management-api.ts';
import { copyProject, runCli } from '#src/hosted/testing/run-cli.ts';
import { inRoot } from '#src/workspace/root.ts';

const stack = new AsyncDisposableStack();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taller-pushed-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await download(PROGRAMS.supabase, ['--version']);
});
afterAll(() => stack.disposeAsync());

/** Pushes as step 4 of docs/deploy.md says, for a site's address. */
async function push(api: ManagementApi, env: Record<string, string>) {
  const project = await copyProject(await mkdtemp(join(folder, 'push-')));
  const path = join(project, 'supabase/config.toml');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replaceAll('http://127.0.0.1:3000', 'https://taller.example'));
  return runCli(project, ['config', 'push'], { url: api.url, env });
}

test('OPS-90 the CLI pushes mail server, pause, limits and every template, and ends well', async () => {
  await using api = await serveManagementApi(folder);
  expect(await push(api, { SMTP_PASS: 'clave-del-correo' })).toMatchObject({ code: 0 });
  expect(api.settings.auth).toMatchObject({
    site_url: 'https://taller.example',
    uri_allow_list: 'https://taller.example/update-password',
    smtp_host: 'smtp.example.com',
    smtp_port: '587',
    smtp_user: 'taller@example.com',
    smtp_pass: 'clave-del-correo',
    smtp_admin_email: 'taller@example.com',
    smtp_sender_name: 'Servicio Técnico',
    smtp_max_frequency: 60,
    rate_limit_email_sent: 60,
    mailer_autoconfirm: false,
    mailer_secure_email_change_enabled: true,
    security_update_password_require_reauthentication: true,
    refresh_token_rotation_enabled: true,
    security_refresh_token_reuse_interval: 10,
    password_min_length: 6,
    mfa_totp_enroll_enabled: true,
    mfa_totp_verify_enabled: true,
    mailer_subjects_confirmation: 'Confirma tu cuenta',
    mailer_subjects_recovery: 'Restablece tu contraseña',
    mailer_notifications_password_changed_enabled: true,
  });
  for (const mail of ['confirmation', 'recovery', 'invite', 'magic_link', 'email_change', 'reauthentication'])
    expect(api.settings.auth[`mailer_templates_${mail}_content`]).toBe(
      await readFile(inRoot(`supabase/templates/${mail}.html`), 'utf8'),
    );
  for (const notice of ['password_changed', 'mfa_factor_enrolled', 'mfa_factor_unenrolled'])
    expect(api.settings.auth[`mailer_templates_${notice}_notification_content`]).toBe(
      await readFile(inRoot(`supabase/templates/${notice}.html`), 'utf8'),
    );
  expect(api.settings.postgrest).toMatchObject({ db_schema: 'public', max_rows: 1000 });
});

test('OPS-92 without SMTP_PASS the CLI pushes the rest, and says last that the password is missing', async () => {
  await using api = await serveManagementApi(folder);
  const { code, output } = await push(api, { SMTP_PASS: '' });
  expect(code).toBe(0);
  const note = output.trim().split('\n').at(-1) ?? '';
  expect(note).toContain('1 credential value was not pushed');
  expect(note).toContain('auth.email.smtp.pass');
  const said = (await readFile(inRoot('docs/deploy.md'), 'utf8')).replace(/\s+/g, ' ');
  expect(said).toContain('`1 credential value was not pushed`');
  expect(api.settings.auth).toMatchObject({ smtp_host: 'smtp.example.com', smtp_pass: null });
});

test('OPS-92 the CLI sets the secrets of the functions', async () => {
  await using api = await serveManagementApi(folder);
  const project = await copyProject(await mkdtemp(join(folder, 'secrets-')));
  const set = ['secrets', 'set', 'CRON_SECRET=una palabra larga', 'COMMIT=0123abc'];
  expect(await runCli(project, set, { url: api.url })).toMatchObject({ code: 0 });
  expect(api.secrets).toEqual({ CRON_SECRET: 'una palabra larga', COMMIT: '0123abc' });
});
