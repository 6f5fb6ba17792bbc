import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { NEWEST_MIGRATION } from '@taller/shared/system-status/newest-migration.ts';
import { startTestServer } from '@taller/server/testing/start-test-server.ts';
import { requireSameSchema } from './require-schema.ts';

test('OPS-74 a site is built for a project whose database has the same migrations', async () => {
  await using server = await startTestServer();
  const project = { url: server.url, key: server.keys.publishable };
  await expect(requireSameSchema(project)).resolves.toBeUndefined();
  await server.sql`insert into supabase_migrations.schema_migrations (version, name) values ('20991231000000', 'x')`;
  await expect(requireSameSchema(project)).rejects.toThrow(
    `La base de datos de ${server.url} es más nueva que este sitio (migración 20991231000000; el sitio llega a ${NEWEST_MIGRATION}). Actualiza el código y repite la orden.`,
  );
  await server.sql`delete from supabase_migrations.schema_migrations`;
  await server.sql`insert into supabase_migrations.schema_migrations (version, name) values ('20261126100000', 'x')`;
  await expect(requireSameSchema(project)).rejects.toThrow(
    `La base de datos de ${server.url} es más antigua que este sitio (migración 20261126100000; el sitio necesita ${NEWEST_MIGRATION}). Actualízala con supabase db push --remote y repite la orden.`,
  );
  await expect(requireSameSchema({ ...project, key: 'otra' })).rejects.toThrow('Revisa la clave.');
});

test('OPS-74 a database that cannot report its migrations counts as older', async () => {
  const old = createServer((_, response) =>
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"code":"PGRST202"}'),
  ).listen(0, '127.0.0.1');
  await new Promise((resolve) => old.once('listening', resolve));
  const url = `http://127.0.0.1:${(old.address() as AddressInfo).port}`;
  await expect(requireSameSchema({ url, key: 'a' }, '2')).rejects.toThrow(
    `La base de datos de ${url} es más antigua que este sitio (migración anterior; el sitio necesita 2).`,
  );
  old.close();
  await expect(requireSameSchema({ url, key: 'a' }, '2')).rejects.toThrow(`${url} no responde.`);
});
