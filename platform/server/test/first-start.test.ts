/** The first start of a real shop: an address for the browser, or a file (CFG-45, CFG-48). */
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { expect, onTestFinished, test } from 'vitest';
import { clusterOf } from '../src/postgres/places.ts';
import { npmStart, type StartedShop } from '../src/testing/npm-start.ts';
import { prepareDataDir } from '../src/testing/prepared-folder.ts';

const PATIENCE = { timeout: 60_000 };

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'taller-first-start-'));
  // PostgreSQL's user gets through to the database.
  chmodSync(folder, 0o711);
  onTestFinished(() => {
    rmSync(clusterOf(join(folder, 'data')), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

function publicClient({ dataDir, port }: StartedShop) {
  const { publishableKey } = JSON.parse(readFileSync(join(dataDir, 'installation.json'), 'utf8')) as {
    publishableKey: string;
  };
  return createClient(`http://127.0.0.1:${port}`, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

test('CFG-45 an empty shop gives an address that its output does not have; the next start voids it, and ends with it', async () => {
  const dataDir = join(ownFolder(), 'data');
  await prepareDataDir(dataDir);
  const file = join(dataDir, 'configurar.txt');
  const tokens: string[] = [];
  for (const nth of [1, 2]) {
    await using shop = await npmStart({ dataDir, args: [] });
    await expect.poll(() => shop.output(), PATIENCE).toContain(file);
    const address = readFileSync(file, 'utf8').trim();
    expect(address).toMatch(new RegExp(`^http://127.0.0.1:${shop.port}/configurar#[0-9a-f]{64}$`));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const token = address.split('#')[1] ?? '';
    expect(shop.output()).not.toContain(token);
    tokens.push(token);
    const stateOf = async (p_token: string) =>
      (await publicClient(shop).rpc('setup_state', { p_token })).data as unknown;
    expect(await stateOf(token)).toBe('open');
    if (nth === 1) continue;
    expect(await stateOf(tokens[0] ?? '')).toBe('wrong');
    const account = { p_email: 'duena@taller.test', p_password: 'una-clave', p_full_name: 'Ana Paz' };
    const made = await publicClient(shop).rpc('set_up_shop', {
      p_token: token,
      p_request_id: crypto.randomUUID(),
      ...account,
    });
    expect(made.data).toBe('created');
  }
  await using again = await npmStart({ dataDir, args: [] });
  await expect.poll(() => again.output(), PATIENCE).toContain('Tienda lista');
  expect(again.output()).not.toContain('configurar');
  expect(() => readFileSync(file)).toThrow(/ENOENT/);
});

test('CFG-48 a file sets an empty shop up once, and its password is nowhere in the output', async () => {
  const folder = ownFolder();
  const dataDir = join(folder, 'data');
  await prepareDataDir(dataDir);
  const file = join(folder, 'tienda.json');
  const write = (name: string) =>
    writeFileSync(
      file,
      JSON.stringify({
        formato: 'taller-ajustes-1',
        cuenta: { nombre: 'Ana Paz', correo: 'Ana@taller.test', contraseña: 'una-clave-larga' },
        secciones: { terms: { items: [`Condición de ${name}`] } },
      }),
    );
  write('Ancla');
  for (const started of ['Ancla', 'Boya']) {
    await using shop = await npmStart({ dataDir, args: ['--setup', file] });
    await expect
      .poll(() => shop.output(), PATIENCE)
      .toContain(started === 'Ancla' ? 'Administrador creado: Ana@taller.test' : 'no se aplicó');
    expect(shop.output()).not.toContain('una-clave-larga');
    const client = publicClient(shop);
    const signedIn = await client.auth.signInWithPassword({
      email: 'ana@taller.test',
      password: 'una-clave-larga',
    });
    expect(signedIn.error).toBeNull();
    const sections = await client
      .from('setting_sections')
      .select('value, changed_by_name')
      .eq('section', 'terms');
    expect(sections.data).toEqual([{ value: { items: ['Condición de Ancla'] }, changed_by_name: 'Ana Paz' }]);
    write('Boya');
  }
});
