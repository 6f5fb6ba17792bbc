import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import { factsOfFile, factsOfProject } from './read-facts.ts';

test('CFG-04 the details for a static site come from a file, complete or not at all', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taller-facts-'));
  const file = join(folder, 'tienda.json');
  writeFileSync(file, JSON.stringify(NEUTRAL_FACTS));
  expect(await factsOfFile(file)).toEqual(NEUTRAL_FACTS);
  writeFileSync(file, JSON.stringify({ shop: NEUTRAL_FACTS.shop }));
  await expect(factsOfFile(file)).rejects.toThrow('faltan datos de la tienda (look, landing');
  rmSync(folder, { recursive: true });
});

test('CFG-04 or from the project, with its public key', async () => {
  const project = createServer((request, response) => {
    response.writeHead(request.headers.apikey === 'sb_publishable_a' ? 200 : 401);
    response.end(JSON.stringify({ revision: 'a', facts: NEUTRAL_FACTS }));
  });
  await new Promise<void>((resolve) => project.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(project.address() as AddressInfo).port}`;
  expect(await factsOfProject({ url, key: 'sb_publishable_a' })).toEqual(NEUTRAL_FACTS);
  await expect(factsOfProject({ url, key: 'otra' })).rejects.toThrow(
    'no entregó los datos de la tienda (401)',
  );
  project.close();
});
