import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, normalize } from 'node:path';
import { buffer } from 'node:stream/consumers';

/** One function as the CLI has uploaded it. */
export interface UploadedFunction {
  slug: string;
  /** Its files, under the paths that the CLI gave them. */
  folder: string;
  entrypoint_path: string;
  import_map_path: string;
  verify_jwt: boolean;
}

export interface ManagementApi extends AsyncDisposable {
  url: string;
  uploads: UploadedFunction[];
}

/** The part of Supabase's management API that `supabase functions deploy --use-api` calls; uploads go to `folder`. */
export async function serveManagementApi(folder: string): Promise<ManagementApi> {
  const uploads: UploadedFunction[] = [];

  const deploy = async (incoming: IncomingMessage, slug: string) => {
    const form = await new Response(new Uint8Array(await buffer(incoming)), {
      headers: { 'content-type': incoming.headers['content-type'] ?? '' },
    }).formData();
    const own = join(folder, slug);
    for (const file of form.getAll('file')) {
      if (typeof file === 'string') continue;
      const path = normalize(file.name);
      if (path.startsWith('..')) throw new Error(`${slug}: ${path} is outside of the project`);
      await mkdir(dirname(join(own, path)), { recursive: true });
      await writeFile(join(own, path), new Uint8Array(await file.arrayBuffer()));
    }
    const written = form.get('metadata');
    if (typeof written !== 'string') throw new Error(`${slug}: no metadata`);
    const metadata = JSON.parse(written) as Omit<UploadedFunction, 'slug' | 'folder'>;
    uploads.push({ slug, folder: own, ...metadata });
    const at = Date.now();
    const stored = {
      id: slug,
      slug,
      name: slug,
      version: 1,
      status: 'ACTIVE',
      created_at: at,
      updated_at: at,
    };
    return { ...stored, ...metadata };
  };

  const answerOf = async (incoming: IncomingMessage): Promise<[status: number, body: unknown]> => {
    const url = new URL(incoming.url ?? '/', 'http://management.test');
    if (url.pathname.endsWith('/functions/deploy'))
      return [201, await deploy(incoming, url.searchParams.get('slug') ?? '')];
    if (incoming.method === 'PUT')
      return [200, { functions: JSON.parse((await buffer(incoming)).toString()) as unknown }];
    return [200, {}];
  };
  const server = createServer((incoming, outgoing) => {
    void answerOf(incoming)
      .catch((error: unknown): [number, unknown] => [400, { message: String(error) }])
      .then(([status, body]) =>
        outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    uploads,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
