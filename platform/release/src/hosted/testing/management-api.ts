import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, normalize } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AUTH_SETTINGS } from '#src/hosted/testing/auth-settings.ts';

/** One function as the CLI has uploaded it. */
export interface UploadedFunction {
  slug: string;
  /** Its files, under the paths that the CLI gave them. */
  folder: string;
  entrypoint_path: string;
  import_map_path: string;
  verify_jwt: boolean;
}

/** Settings of a project, by the service that reads them. */
interface ProjectSettings {
  auth: Record<string, unknown>;
  postgrest: Record<string, unknown>;
}

export interface ManagementApi extends AsyncDisposable {
  url: string;
  uploads: UploadedFunction[];
  settings: ProjectSettings;
  /** Secrets of the functions. */
  secrets: Record<string, string>;
}

/**
 * The part of Supabase's management API that `supabase functions deploy --use-api`, `config push` and `secrets set`
 * call, for a project that is new; uploads go to `folder`.
 */
export async function serveManagementApi(folder: string): Promise<ManagementApi> {
  const uploads: UploadedFunction[] = [];
  const settings: ProjectSettings = {
    auth: { ...AUTH_SETTINGS, site_url: 'http://localhost:3000' },
    postgrest: {
      db_schema: 'public,graphql_public',
      db_extra_search_path: 'public, extensions',
      max_rows: 1000,
      db_pool: null,
      db_pool_acquisition_timeout: null,
      db_pool_max_idletime: null,
      db_pool_max_lifetime: null,
    },
  };
  const secrets: Record<string, string> = {};
  /** Answers to reads, by the end of their path; settings to compare with have a value for each service that is set. */
  const readings = (): Readonly<Record<string, unknown>> => ({
    addons: { selected_addons: [], available_addons: [] },
    config: {
      data: {
        attributes: {
          api: { max_rows: settings.postgrest.max_rows },
          auth: { site_url: settings.auth.site_url },
        },
      },
    },
  });

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
    const last = url.pathname.split('/').at(-1) ?? '';
    if (incoming.method === 'PATCH') {
      if (last !== 'auth' && last !== 'postgrest') return [404, { message: `No settings of ${last}` }];
      Object.assign(settings[last], JSON.parse((await buffer(incoming)).toString()));
      return [200, settings[last]];
    }
    if (incoming.method === 'POST' && last === 'secrets') {
      const added = JSON.parse((await buffer(incoming)).toString()) as { name: string; value: string }[];
      for (const { name, value } of added) secrets[name] = value;
      return [201, null];
    }
    return [200, readings()[last] ?? {}];
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
    settings,
    secrets,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
