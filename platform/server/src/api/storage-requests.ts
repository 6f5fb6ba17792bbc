import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../lite/lite.ts';
import { noteExecuted } from '../access-log/executed.ts';
import { OBJECT_BODY, OBJECT_RESERVE } from '../config/limits.ts';
import { RESUMABLE_PATH, resumableUploads } from '../storage/resumable-uploads.ts';
import { isStorageToken } from '../tokens/jwt.ts';

/** An object's address, or that of a signed upload to it. */
const OBJECT = /^\/storage\/v1\/object\/(?!list\/|move$|copy$|info\/|public\/)(?:upload\/sign\/)?(.+)$/;
const SIGN_MANY = /^\/storage\/v1\/object\/sign\/([^/]+)$/;
const SIGNED = /^\/storage\/v1\/object\/(?:upload\/)?sign\//;

/** The Storage API's errors. */
function storageError(status: number, error: string, message: string): Response {
  return Response.json(
    { statusCode: String(status), error, message },
    { status: status === 507 ? 507 : 400 },
  );
}

/** The file of a form, as a request of its own: supabase-js names it '', and @supabase/lite looks for 'file'. */
async function withoutForm(request: Request): Promise<Request> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) return request;
  const form = await request.formData();
  const file = [...form.values()].find((value) => typeof value !== 'string');
  if (!file) return request;
  const headers = new Headers(request.headers);
  headers.set('content-type', file.type);
  headers.set('content-length', String(file.size));
  return new Request(request.url, { method: request.method, headers, body: await file.arrayBuffer() });
}

/** The address of an answer as hosted projects write it, from which supabase-js builds its own. */
async function withHostedAddress(answer: Response): Promise<Response> {
  if (!answer.ok) return answer;
  return Response.json(hostedAddress((await answer.json()) as Signed));
}

/** The result of @supabase/lite for a signed address. */
interface Signed {
  signedUrl: string;
  /** The id of the upload. */
  token?: string;
}

function hostedAddress({ signedUrl, ...rest }: Signed): Record<string, unknown> {
  const address = signedUrl.replace(/^\/storage\/v1/, '') || null;
  return rest.token === undefined ? { ...rest, signedURL: address } : { ...rest, url: address };
}

/** The most addresses that one request may ask for. */
const SIGNED_AT_ONCE = 100;

/** The longest that a signed address works, in seconds: hosted projects name no bound. */
const LONGEST_SIGNED = 7 * 24 * 3600;

const isLifetime = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LONGEST_SIGNED;

/**
 * Signed addresses of several objects: @supabase/lite takes the request for one of an object without a name. The audit
 * log has whose they are: of one order, whose name they begin with, or of any.
 */
async function signMany(app: App, request: Request, bucket: string): Promise<Response> {
  const { paths, expiresIn } = await askedOf(request);
  if (
    !Array.isArray(paths) ||
    paths.length > SIGNED_AT_ONCE ||
    paths.some((path) => typeof path !== 'string' || path.includes('\0'))
  )
    return storageError(400, 'InvalidRequest', 'Invalid paths');
  if (!isLifetime(expiresIn)) return storageError(400, 'InvalidRequest', 'Invalid expiresIn');
  const signed: unknown[] = [];
  for (const path of paths as string[]) {
    const place = path.split('/').map(encodeURIComponent).join('/');
    const one = new Request(new URL(`/storage/v1/object/sign/${bucket}/${place}`, request.url), {
      method: 'POST',
      headers: request.headers,
      body: JSON.stringify({ expiresIn }),
    });
    const answer = await withHostedAddress(await app.fetch(one));
    const body = (await answer.json()) as { signedURL?: string; message?: string };
    signed.push({ path, signedURL: body.signedURL ?? null, error: answer.ok ? null : body.message });
  }
  const orders = new Set((paths as string[]).map((path) => path.split('/', 1)[0]));
  const where = { $and: [{ bucket_id: { $eq: bucket } }, { name: { $eq: [...orders].join() } }] };
  noteExecuted({ schema: 'storage', type: 'query', from: 'objects', where });
  return Response.json(signed);
}

async function askedOf(request: Request): Promise<{ paths?: unknown; expiresIn?: unknown }> {
  try {
    return (await request.json()) ?? {};
  } catch {
    return {};
  }
}

/** Runs the works of one key one after the other. */
function onePerKey(): (key: string, work: () => Promise<Response>) => Promise<Response> {
  const busy = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const mine = (busy.get(key) ?? Promise.resolve()).then(work, work);
    busy.set(key, mine);
    try {
      return await mine;
    } finally {
      if (busy.get(key) === mine) busy.delete(key);
    }
  };
}

/** The Storage API. */
export interface StorageApi {
  readonly answer: (request: Request) => Promise<Response>;
  /** Removes unfinished uploads that waited too long. */
  readonly cleanUploads: () => Promise<number>;
}

/**
 * Requests to `/storage/v1`, which @supabase/lite answers under the policies of storage.objects. It checks, writes the
 * file and then its row in three steps: two requests that change the same object wait for each other here, so that a
 * file is always that of its row. One process serves a data folder.
 * @param folder of the data folder.
 * @param freeBytes of a folder's disk.
 */
export function storageRequests(
  app: App,
  jwtSecret: string,
  folder: string,
  freeBytes: (folder: string) => Promise<number> = freeBytesOf,
): StorageApi {
  const alone = onePerKey();
  const ask = async (request: Request): Promise<Response> => {
    const pathname = pathOf(request);
    const { searchParams } = new URL(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isSigned = SIGNED.test(pathname);
    // It answers 500 to a token that is none.
    if (isSigned && request.method !== 'POST' && !isStorageToken(searchParams.get('token') ?? '', jwtSecret))
      return storageError(400, 'InvalidJWT', 'Invalid or expired token');
    if (isRead) return app.fetch(request);
    const bucket = SIGN_MANY.exec(pathname)?.[1];
    if (bucket !== undefined && request.method === 'POST') return signMany(app, request, bucket);
    if (isSigned && request.method === 'POST') {
      const isUploadAddress = pathname.startsWith('/storage/v1/object/upload/');
      if (!isUploadAddress && !isLifetime((await askedOf(request.clone())).expiresIn))
        return storageError(400, 'InvalidRequest', 'Invalid expiresIn');
      return withHostedAddress(await app.fetch(request));
    }
    const key = OBJECT.exec(pathname)?.[1];
    const work = async () => app.fetch(await withoutForm(request));
    return key === undefined ? work() : alone(key, work);
  };
  const uploads = resumableUploads({ folder: join(folder, 'uploads'), maxSize: OBJECT_BODY, ask });
  const answer = async (request: Request) => {
    const pathname = pathOf(request);
    // PostgreSQL has no text with it.
    if (pathname.includes('\0')) return storageError(400, 'InvalidKey', 'Invalid key');
    // The last space is the database's.
    if (isUpload(request, pathname) && (await freeBytes(folder)) <= OBJECT_RESERVE)
      return storageError(507, 'InsufficientStorage', 'No room left for files');
    return pathname.startsWith(RESUMABLE_PATH) ? uploads.handle(request) : ask(request);
  };
  return { answer, cleanUploads: () => uploads.clean() };
}

/** Its path as @supabase/lite reads it: spelled otherwise, one object would be two here. */
function pathOf({ url }: Request): string {
  const { pathname } = new URL(url);
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

function isUpload({ method }: Request, pathname: string): boolean {
  if (pathname.startsWith(RESUMABLE_PATH)) return method === 'POST' || method === 'PATCH';
  return method === 'PUT' || (method === 'POST' && OBJECT.test(pathname) && !SIGNED.test(pathname));
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
