import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import { writeSettingsFile } from '@taller/shared/settings/settings-file.ts';
import type { SettingSection } from '@taller/shared/settings/setting-sections-query.ts';
import { factsOfFile, factsOfProject, projectOfSite } from './read-facts.ts';

const folder = mkdtempSync(join(tmpdir(), 'taller-facts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const file = join(folder, 'tienda.json');
  writeFileSync(file, text);
  return file;
}

const { version: _, ...terms } = NEUTRAL_FACTS.terms;
const VALUES = { ...NEUTRAL_FACTS, terms };

test('CFG-04 the details for a static site come from a file, complete or not at all', async () => {
  expect((await factsOfFile(fileWith(JSON.stringify(NEUTRAL_FACTS)))).facts).toEqual(NEUTRAL_FACTS);
  await expect(factsOfFile(fileWith(JSON.stringify({ shop: NEUTRAL_FACTS.shop })))).rejects.toThrow(
    'look: falta esta sección.',
  );
  await expect(factsOfFile(fileWith('hola'))).rejects.toThrow(
    'no es un archivo JSON con los datos de la tienda',
  );
  await expect(factsOfFile(join(folder, 'nada.json'))).rejects.toThrow('Revisa el nombre del archivo');
});

test('PUB-31 how long repairs take is read with the details, and left out if it is not readable', async () => {
  const repairTimes = [{ type: 'smartphone', days: 2 }];
  const read = async (given: unknown) =>
    (await factsOfFile(fileWith(JSON.stringify({ ...NEUTRAL_FACTS, repairTimes: given })))).facts;
  expect((await read(repairTimes)).repairTimes).toEqual(repairTimes);
  expect(await read([{ type: 'robot', days: '<b>' }])).toEqual(NEUTRAL_FACTS);
});

test('CFG-04 a file is validated by the schemas of Ajustes, and the faults are named by position', async () => {
  const shop = { ...NEUTRAL_FACTS.shop, mapUrl: 'javascript:alert(1)', email: 'x' };
  const refusal = factsOfFile(fileWith(JSON.stringify({ ...NEUTRAL_FACTS, shop })));
  await expect(refusal).rejects.toThrow(
    'shop.mapUrl: Debe ser una dirección completa que comience con https://.',
  );
  await expect(refusal).rejects.toThrow('shop.email: Ingresa un correo electrónico válido.');
});

test('CFG-04 a file exported by Ajustes contains the details for a static site', async () => {
  const rows = Object.entries(VALUES).map(
    ([section, value]) => ({ section, value }) as unknown as SettingSection,
  );
  expect((await factsOfFile(fileWith(writeSettingsFile(rows)))).facts).toEqual({
    ...NEUTRAL_FACTS,
    terms: { ...terms, version: 1 },
  });
  const shop = { ...VALUES.shop, website: 'taller.cl' };
  const broken = writeSettingsFile([
    ...rows.slice(1),
    { ...rows[0], value: shop } as unknown as SettingSection,
  ]);
  await expect(factsOfFile(fileWith(broken))).rejects.toThrow('shop.website: Debe comenzar con https://');
});

test('CFG-04 the details for a static site come from the project, read with its public key', async () => {
  const project = createServer((request, response) => {
    response.writeHead(request.headers.apikey === 'sb_publishable_a' ? 200 : 401);
    response.end(JSON.stringify({ revision: 'a', facts: NEUTRAL_FACTS }));
  });
  await new Promise<void>((resolve) => project.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(project.address() as AddressInfo).port}`;
  expect((await factsOfProject({ url, key: 'sb_publishable_a' })).facts).toEqual(NEUTRAL_FACTS);
  await expect(factsOfProject({ url, key: 'otra' })).rejects.toThrow(
    'no entregó los datos de la tienda (401)',
  );
  project.close();
});

test('CFG-04 a project that does not answer, or has details of another version, is refused', async () => {
  await expect(factsOfProject({ url: 'http://127.0.0.1:1', key: 'a' })).rejects.toThrow('no responde');
  const project = createServer((_request, response) =>
    response.end(JSON.stringify({ facts: { ...NEUTRAL_FACTS, look: { ...NEUTRAL_FACTS.look, tono: 1 } } })),
  );
  await new Promise<void>((resolve) => project.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(project.address() as AddressInfo).port}`;
  await expect(factsOfProject({ url, key: 'a' })).rejects.toThrow('los datos de la tienda no sirven');
  project.close();
});

test('CFG-65 the project of a site is the one that its pages use', async () => {
  await expect(projectOfSite(folder)).rejects.toThrow('entrega los datos con --facts ARCHIVO');
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({ supabaseUrl: 'https://abc.supabase.co', supabaseKey: 'sb_publishable_a' }),
  );
  expect(await projectOfSite(folder)).toEqual({ url: 'https://abc.supabase.co', key: 'sb_publishable_a' });
});
