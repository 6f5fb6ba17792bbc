import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { REMOTE_NAMES } from '@taller/shared/contract/remote-names.ts';
import { inRoot } from '@taller/release/workspace/root';
import { copyWorkspace, linkModules } from '@taller/release/testing/copy-workspace';
import { watchErrors } from '../support/requests.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

const NEW = 'mfe-prueba';

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, 'localhost', () => probe.close(() => resolve(true)));
  });
}

/**
 * The first of seven consecutive free ports: the shell's, the remotes' and the new one's. They are below those that a
 * system gives to whoever asks for any one, so nobody takes one of them before, while or after they are used.
 */
async function freePorts(): Promise<number> {
  for (;;) {
    const first = randomInt(20_000, 32_000);
    const row = Array.from({ length: 7 }, (_, index) => first + index);
    if ((await Promise.all(row.map(isFree))).every(Boolean)) return first;
  }
}

/**
 * Waits until a page listens for edits. A development server announces an edit once, to connected clients, and the page
 * is shown before its sockets are open.
 * @returns a function that waits until each server has greeted the current page.
 */
function updatesOf(page: Page): (ports: readonly number[]) => Promise<void> {
  const greeted = new Set<string>();
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) greeted.clear();
  });
  page.on('websocket', (socket) => {
    const { port } = new URL(socket.url());
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"type":"connected"')) greeted.add(port);
    });
    socket.on('close', () => greeted.delete(port));
  });
  return (ports) =>
    expect
      .poll(() => ports.filter((port) => !greeted.has(String(port))), {
        message: 'servers whose updates the page does not hear yet',
        timeout: 60_000,
      })
      .toEqual([]);
}

test(
  'remotes alone: a sign-in, data, a new remote, edits that arrive, and nothing left behind',
  { tag: EXHAUSTIVE },
  async ({ page }) => {
    test.setTimeout(240_000);
    const folder = mkdtempSync(join(tmpdir(), 'taller-dev-'));
    const root = join(folder, 'workspace');
    const port = await freePorts();
    const site = `http://localhost:${port}`;
    const env = {
      ...process.env,
      // A process that has built something leaves this value behind.
      NODE_ENV: 'production',
      DEV_PORT: String(port),
      DATA_DIR: join(folder, 'data'),
    };
    await copyWorkspace(root);
    const task = (name: string) => join(root, `platform/release/src/tasks/${name}.ts`);
    const made = spawnSync(process.execPath, [task('new-remote'), NEW, '--no-install'], { encoding: 'utf8' });
    expect(made.stdout + made.stderr).toContain(`✓ ${NEW} está listo`);
    await linkModules(inRoot('mfe-inventory/node_modules'), join(root, NEW, 'node_modules'), root);

    const dev = spawn(process.execPath, [task('dev'), 'mfe-inventory', NEW], { env, stdio: 'pipe' });
    let output = '';
    for (const stream of [dev.stdout, dev.stderr])
      stream.on('data', (data: Buffer) => (output += data.toString()));
    const exited = once(dev, 'exit');
    try {
      await expect.poll(() => output, { timeout: 120_000 }).toContain('Ctrl-C para detener.');
      expect(output).toContain(`${site}/_dev/entrar/mfe-inventory  (/inventario, tecnico@taller.test)`);
      const [, gallery = ''] = /^ +Componentes: +(\S+)$/m.exec(output) ?? [];

      // The printed URL signs in and shows the remote with the demo shop's products.
      const errors = watchErrors(page);
      const hears = updatesOf(page);
      await page.goto(`${site}/_dev/entrar/mfe-inventory`);
      await expect(page).toHaveURL(`${site}/inventario`);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText('Inventario de Productos');
      await expect(page.getByRole('row').nth(5)).toBeVisible();
      // The font, which in this copy is a link to outside of the workspace, and the bell, whose remote does not run.
      const EXPECTED =
        /403 \(Forbidden\)|mfe-orders is not in the registry: its development server does not run/;
      expect(errors.filter((error) => !EXPECTED.test(error))).toEqual([]);

      // An edit in the remote is applied.
      const texts = join(root, 'mfe-inventory/src/features/inventory/texts.ts');
      const before = readFileSync(texts, 'utf8');
      expect(before).toContain('Inventario de Productos');
      const edited = before.replace('Inventario de Productos', 'Inventario de prueba');
      const servers = [port, port + 1 + REMOTE_NAMES.indexOf('mfe-inventory')];
      await hears(servers);
      writeFileSync(texts, edited);
      await expect(heading).toHaveText('Inventario de prueba');

      // An edit in shared is applied too.
      const header = join(root, 'shared/src/ui/page-header.tsx');
      const marked = readFileSync(header, 'utf8').replace('{title}<', '{title} editado<');
      await hears(servers);
      writeFileSync(header, marked);
      await expect(heading).toHaveText('Inventario de prueba editado');

      await page.goto(`${site}/_dev/entrar/${NEW}`);
      await expect(page.getByRole('heading', { name: 'Prueba editado' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Prueba' })).toHaveAttribute('aria-current', 'page');
      await expect(page.getByText('Todavía no hay nada aquí')).toBeVisible();

      await page.goto(gallery);
      await expect(page.getByRole('article', { name: 'DateField' })).toContainText(
        '@taller/shared/ui/date-field.tsx',
      );

      // Only the place of a remote that is not running shows an error.
      await page.goto(`${site}/activity-logs`);
      await expect(page.getByText('No pudimos mostrar esta parte del sitio.')).toBeVisible();
      await expect(page.getByText('mfe-reports', { exact: true })).toBeVisible();
      // It says what to start: a second `npm run dev` would not get its port.
      await expect(page.getByText(`npm run dev mfe-inventory ${NEW} mfe-reports`)).toBeVisible();
      await expect(page.getByRole('banner')).toBeVisible();

      const clash = spawnSync(process.execPath, [task('dev'), 'mfe-inventory'], { env, encoding: 'utf8' });
      expect(clash.status).toBe(1);
      expect(clash.stderr).toContain(`El puerto ${port}, el de shell, ya está ocupado`);
      dev.kill('SIGINT');
      await exited;
      expect(dev.exitCode, output).toBe(0);
      expect(await Promise.all(Array.from({ length: 7 }, (_, at) => isFree(port + at)))).not.toContain(false);
      const pointer = join(env.DATA_DIR, 'postgres-folder');
      const postgres = existsSync(pointer)
        ? readFileSync(pointer, 'utf8').trim()
        : join(env.DATA_DIR, 'postgres');
      expect(existsSync(join(postgres, 'pgdata/PG_VERSION'))).toBe(true);
      expect(existsSync(join(postgres, 'pgdata/postmaster.pid'))).toBe(false);
    } finally {
      dev.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
