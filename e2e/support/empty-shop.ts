import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer, type TestServer } from '@taller/server/testing/start-test-server.ts';
import { factsPublisher } from '@taller/tooling/site/facts-publisher';

/** The site that all servers of the run share. */
const BUILT = join(import.meta.dirname, '../../site');

/** A shop without an admin. */
export interface EmptyShop extends AsyncDisposable {
  readonly server: TestServer;
  /** A new address for the first set-up, as a start prints it; it voids the one before. */
  newAddress(): Promise<string>;
  /**
   * Whether a change of the settings makes the shop's own site anew, which takes seconds; not at first. The site then
   * says all that the settings say, also what was changed before.
   */
  siteFollows: boolean;
}

/** @param site 'own' for a copy of the built site, which can follow the settings. */
export async function openEmptyShop(site: 'own' | 'as built'): Promise<EmptyShop> {
  await using stack = new AsyncDisposableStack();
  const root = await mkdtemp(join(tmpdir(), 'taller-e2e-empty-'));
  stack.defer(() => rm(root, { recursive: true, force: true }));
  const own = join(root, 'site');
  if (site === 'own') await cp(BUILT, own, { recursive: true });
  const publish = factsPublisher(own);
  const following = { siteFollows: false };
  const server = await startTestServer({
    siteDir: site === 'own' ? own : BUILT,
    publishFacts: async (...facts) => {
      if (following.siteFollows) await publish(...facts);
    },
  });
  stack.use(server);
  const opened = stack.move();
  return Object.assign(following, {
    server,
    newAddress: async () => {
      const [made] = await server.sql`select private.new_setup_token() as token`;
      return `${server.url}/configurar#${String(made?.token)}`;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  });
}
