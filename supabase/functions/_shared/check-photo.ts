import type { FunctionDeps, FunctionHandler } from './function-deps.ts';
import { jsonResponse, preflightResponse, readJsonObject } from './http.ts';
import { readPhoto, type PhotoContent, type PhotoFault } from './photos/photo-content.ts';
import { isUuid } from './uuid.ts';

/** An id. */
const MAX_BODY_BYTES = 1_000;
const BUCKET = 'order-photos';
/** Longest side in pixels of a photo, and of the small one for lists. */
const LONGEST = 1600;
const LONGEST_SMALL = 400;

/** Statuses by SQLSTATE of who may not ask. */
const REFUSALS: Readonly<Record<string, readonly [status: number, error: string]>> = {
  '42501': [403, 'forbidden'],
  PGRST301: [401, 'session'],
};

/**
 * POST { photoId } by staff: reads the files of a photo that was sent, and keeps it if both are JPEG or WebP by their
 * content, small enough and without metadata; else forgets it with its files. Sent twice it happens once. POST {} with
 * the header `x-cron-secret` (environment CRON_SECRET): removes the files that belong to no photo; returns { removed }.
 *
 * 404 no such photo; 409 `incomplete`: a file has not come; 422 `not-photo`, `too-large` or `metadata`; 502 database or
 * files did not respond. An error has a one-word `error` field.
 */
export function makeHandler(deps: FunctionDeps): FunctionHandler {
  return async (request) => {
    if (request.method === 'OPTIONS') return preflightResponse();
    if (request.method !== 'POST') return jsonResponse(405, { error: 'method_not_allowed' });
    const body = await readJsonObject(request, MAX_BODY_BYTES);
    const cronSecret = deps.env.CRON_SECRET;
    if (cronSecret && request.headers.get('x-cron-secret') === cronSecret) return removeLeft(deps);
    if (!isUuid(body?.photoId)) return jsonResponse(400, { error: 'invalid' });
    const person = deps.client(request.headers.get('authorization'));
    const found = await person
      .from('order_photos')
      .select('order_id, checked_at')
      .eq('id', body.photoId)
      .maybeSingle<{ order_id: string; checked_at: string | null }>();
    if (found.error) {
      const [status, error] = REFUSALS[found.error.code] ?? [];
      if (!status) return unavailable(deps, `order_photos failed: ${found.error.code}`);
      return jsonResponse(status, { error });
    }
    if (!found.data) return jsonResponse(404, { error: 'not_found' });
    if (found.data.checked_at !== null) return jsonResponse(200, {});
    return check(deps, body.photoId, `${found.data.order_id}/${body.photoId}`);
  };
}

async function check(deps: FunctionDeps, id: string, name: string): Promise<Response> {
  const admin = deps.admin();
  const names = [name, `${name}.small`];
  const files = await Promise.all(names.map((each) => fileOf(deps, each)));
  const [photo, small] = files;
  if (photo === 'unavailable' || small === 'unavailable') return jsonResponse(502, { error: 'unavailable' });
  if (!photo || !small) return jsonResponse(409, { error: 'incomplete' });
  const read = readPhoto(photo, LONGEST);
  const readSmall = readPhoto(small, LONGEST_SMALL);
  if (typeof read === 'string') return refuse(deps, id, names, read);
  if (typeof readSmall === 'string') return refuse(deps, id, names, readSmall);
  const kept = await admin.rpc('keep_photo', { p_id: id, ...(await factsOf(photo, read)) });
  if (kept.error) return unavailable(deps, `keep_photo failed: ${kept.error.code}`);
  return kept.data === true ? jsonResponse(200, {}) : jsonResponse(404, { error: 'not_found' });
}

async function refuse(deps: FunctionDeps, id: string, names: string[], fault: PhotoFault): Promise<Response> {
  const refused = await deps.admin().rpc('refuse_photo', { p_id: id });
  if (refused.error) return unavailable(deps, `refuse_photo failed: ${refused.error.code}`);
  // The schedule removes the remaining files.
  await deps.admin().storage.from(BUCKET).remove(names);
  return jsonResponse(422, { error: fault });
}

function unavailable(deps: FunctionDeps, why: string): Response {
  deps.log('error', why);
  return jsonResponse(502, { error: 'unavailable' });
}

async function factsOf(file: Uint8Array<ArrayBuffer>, { width, height }: PhotoContent) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', file));
  const p_sha256 = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { p_width: width, p_height: height, p_bytes: file.length, p_sha256 };
}

/** A file's content; undefined if it has not come. */
async function fileOf(
  deps: FunctionDeps,
  name: string,
): Promise<Uint8Array<ArrayBuffer> | 'unavailable' | undefined> {
  const { data, error } = await deps.admin().storage.from(BUCKET).download(name);
  if (data) return new Uint8Array(await data.arrayBuffer());
  // Hosted projects answer 400 for what is not there.
  const { status = 0 } = error as { status?: number };
  if (status === 400 || status === 404) return undefined;
  deps.log('error', `A photo's file could not be read: ${status}`);
  return 'unavailable';
}

async function removeLeft(deps: FunctionDeps): Promise<Response> {
  const admin = deps.admin();
  const left = await admin.rpc('photo_files_left');
  if (left.error) return unavailable(deps, `photo_files_left failed: ${left.error.code}`);
  const names = left.data as string[];
  const { error } = names.length > 0 ? await admin.storage.from(BUCKET).remove(names) : left;
  if (error) return unavailable(deps, `Files of photos could not be removed: ${error.message}`);
  return jsonResponse(200, { removed: names.length });
}
