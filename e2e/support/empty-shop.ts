import { join } from 'node:path';
import { startTestServer, type TestServer } from '@taller/server/testing/start-test-server.ts';

/** A shop without an admin, whose site shows its own facts. */
export interface EmptyShop extends AsyncDisposable {
  readonly server: TestServer;
  /** A new address for the first set-up, as a start prints it; it voids the one before. */
  newAddress(): Promise<string>;
}

export async function openEmptyShop(): Promise<EmptyShop> {
  const siteDir = join(import.meta.dirname, '../../site');
  const server = await startTestServer({ siteDir });
  return {
    server,
    newAddress: async () => {
      const [made] = await server.sql`select private.new_setup_token() as token`;
      return `${server.url}/configurar#${String(made?.token)}`;
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}
