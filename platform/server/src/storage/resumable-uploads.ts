import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server, type Upload } from '@tus/server';

/** The path at which the Storage API takes resumable uploads (TUS), as in hosted projects. */
export const RESUMABLE_PATH = '/storage/v1/upload/resumable';

/** How long an unfinished upload waits for the rest, in ms. */
const KEPT_MS = 24 * 3_600_000;

/** Dependencies of resumable uploads. */
export interface ResumableOptions {
  /** The folder for unfinished uploads. */
  folder: string;
  /** The largest file in bytes. */
  maxSize: number;
  /** Answers a request of the Storage API. */
  ask: (request: Request) => Promise<Response>;
}

/** Uploads in pieces, which go on after a cut. */
export interface ResumableUploads {
  handle(request: Request): Promise<Response>;
  /** Removes what waited too long. */
  clean(): Promise<number>;
}

/**
 * Whether the caller may upload is asked before the first byte is taken, as for a signed upload; the finished file is
 * uploaded as one, with the rights of whoever sent its last piece.
 */
export function resumableUploads({ folder, maxSize, ask }: ResumableOptions): ResumableUploads {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const store = new FileStore({ directory: folder, expirationPeriodInMilliseconds: KEPT_MS });
  const post = async (request: Request, upload: Upload, kind: '' | 'upload/sign/', body?: Buffer) => {
    const answer = await ask(objectRequest(request, upload, kind, body));
    if (!answer.ok) throw { status_code: answer.status, body: await answer.text() };
  };
  const server = new Server({
    path: RESUMABLE_PATH,
    datastore: store,
    maxSize,
    relativeLocation: true,
    // An upload's id is no proof of who sends: whoever goes on with it, asks about it or gives it up may upload it.
    onIncomingRequest: async (request, id) => {
      if (request.method === 'POST') return;
      await post(request, await store.getUpload(id), 'upload/sign/');
    },
    onUploadCreate: async (request, upload) => {
      await post(request, upload, 'upload/sign/');
      return {};
    },
    onUploadFinish: async (request, upload) => {
      try {
        await post(request, upload, '', await readFile(join(folder, upload.id)));
      } finally {
        // Kept, a file whose upload failed would pass for a finished one.
        await store.remove(upload.id);
      }
      return {};
    },
  });
  /** A file that is complete and still here was cut off while it was uploaded: the client begins again. */
  const forgetComplete = async (id: string): Promise<void> => {
    const upload = await store.getUpload(id).catch(() => undefined);
    if (upload && upload.offset === upload.size) await store.remove(id);
  };
  return {
    handle: async (request) => {
      const id = new URL(request.url).pathname.slice(RESUMABLE_PATH.length + 1);
      if (request.method === 'HEAD' && /^[0-9a-f]{32}$/.test(id)) await forgetComplete(id);
      return server.handleWeb(request);
    },
    clean: () => server.cleanUpExpiredUploads(),
  };
}

/** The request that uploads the file of an upload as one, or asks whether it may be uploaded. */
function objectRequest(
  request: Request,
  { metadata }: Upload,
  kind: '' | 'upload/sign/',
  body?: Buffer,
): Request {
  const { bucketName = '', objectName = '', contentType } = metadata ?? {};
  const parts = [bucketName ?? '', ...(objectName ?? '').split('/')];
  // An address would be shortened by them, to one of something else than an object.
  if (parts.some((part) => /^\.{1,2}$/.test(part))) throw { status_code: 400, body: 'Invalid key' };
  const path = parts.map((part) => encodeURIComponent(part));
  const headers = new Headers({ 'content-type': contentType ?? 'application/octet-stream' });
  for (const name of ['authorization', 'apikey']) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (body) headers.set('content-length', String(body.length));
  const url = new URL(`/storage/v1/object/${kind}${path.join('/')}`, request.url);
  return new Request(url, { method: 'POST', headers, ...(body && { body: new Uint8Array(body) }) });
}
