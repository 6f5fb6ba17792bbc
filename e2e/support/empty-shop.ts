import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer, type TestServer } from '@taller/server/testing/start-test-server.ts';
import { factsPublisher } from '@taller/tooling/site/facts-publisher';

/** A shop without an admin, with a site of its own. */
export interface EmptyShop extends AsyncDisposable {
  readonly server: TestServer;
  /** A new address for the first set-up, as a start prints it; it voids the one before. */
  newAddress(): Promise<string>;
}

/** @param site whether it says what the settings say; publishing it takes seconds. */
export async function openEmptyShop(site: 'follows settings' | 'stays as built'): Promise<EmptyShop> {
  const root = await mkdtemp(join(tmpdir(), 'taller-e2e-empty-'));
  const siteDir = join(root, 'site');
  await cp(join(import.meta.dirname, '../../site'), siteDir, { recursive: true });
  const publishFacts = site === 'follows settings' ? factsPublisher(siteDir) : undefined;
  const server = await startTestServer({ siteDir, publishFacts });
  return {
    server,
    newAddress: async () => {
      const [made] = await server.sql`select private.new_setup_token() as token`;
      return `${server.url}/configurar#${String(made?.token)}`;
    },
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
