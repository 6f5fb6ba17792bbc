import { registeredClient } from '../../platform/server/test/support/people.ts';
import { startTestServer } from '../../platform/server/src/testing/start-test-server.ts';

// The demo shop in its own process, for benchmarks that attack it. Reports its URL and, on request, its memory and
// access tokens: of self-registered customers and a receptionist; changes an order.
// With an argument it is a folder with the site, and there is no proxy.
const siteDir = process.argv[2] ?? null;
const server = await startTestServer({ demo: true, siteDir, trustedProxies: siteDir ? [] : ['127.0.0.1'] });
const { url, port, keys, sql } = server;
process.send?.({ url, port, key: keys.publishable });
process.on('message', (message) => {
  if (message === 'memory') process.send?.({ rss: process.memoryUsage.rss() });
  else if (message === 'change') void changeOrder().then(() => process.send?.('changed'));
  else if (message === 'tokens') void tokens().then((told) => process.send?.(told));
  else if (message === 'close') void server.close().then(() => process.exit(0));
});

async function changeOrder(): Promise<void> {
  await sql`update service_orders set updated_at = now() where id = (select id from service_orders limit 1)`;
}

async function tokens(): Promise<{ customers: string[]; staff: string }> {
  const people = [1, 2, 3, 4, 5].map(async () => {
    const { client, id } = await registeredClient(server);
    return { id, token: (await client.auth.getSession()).data.session?.access_token ?? '' };
  });
  const [staff, ...customers] = await Promise.all(people);
  await sql`update profiles set role = 'receptionist' where id = ${staff?.id ?? ''}`;
  return { customers: customers.map(({ token }) => token), staff: staff?.token ?? '' };
}
