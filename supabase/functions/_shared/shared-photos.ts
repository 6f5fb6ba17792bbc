import type { FunctionDeps, FunctionHandler } from './function-deps.ts';
import { jsonResponse, preflightResponse, readJsonObject } from './http.ts';

/** A link's last part. */
const MAX_BODY_BYTES = 1_000;
const TOKEN = /^[0-9a-f]{40}$/;
const BUCKET = 'order-photos';
/** How long an address of a file works, in seconds: until the page has loaded it. */
const SIGNED_SECONDS = 600;

/** The result of the database function shared_photos. */
type Shared =
  | { readonly state: 'expired' | 'gone' | 'unknown' }
  | {
      readonly state: 'open';
      readonly order_number: number;
      readonly expires_at: string;
      readonly photos: readonly { readonly name: string; readonly [fact: string]: unknown }[];
    };

/**
 * POST { token } by anybody: the photos of a message's link (REC-57), each with a signed address on the Storage API,
 * without its host: { state: 'open', order_number, expires_at, photos: [{ id, moment, width, height, address }] }. Of a
 * link that shows nothing any more the state alone: `expired`, `gone`, `unknown`. 502: no answer of database or files.
 */
export function makeHandler(deps: FunctionDeps): FunctionHandler {
  return async (request) => {
    if (request.method === 'OPTIONS') return preflightResponse();
    if (request.method !== 'POST') return jsonResponse(405, { error: 'method_not_allowed' });
    const body = await readJsonObject(request, MAX_BODY_BYTES);
    if (typeof body?.token !== 'string') return jsonResponse(400, { error: 'invalid' });
    if (!TOKEN.test(body.token)) return jsonResponse(200, { state: 'unknown' });
    const found = await deps.admin().rpc('shared_photos', { p_token: body.token });
    if (found.error) return unavailable(deps, `shared_photos failed: ${found.error.code}`);
    const shared = found.data as Shared;
    if (shared.state !== 'open') return jsonResponse(200, shared);
    const left = Math.ceil((Date.parse(shared.expires_at) - deps.now().getTime()) / 1000);
    const names = shared.photos.map(({ name }) => name);
    const signed = await deps
      .admin()
      .storage.from(BUCKET)
      .createSignedUrls(names, Math.max(1, Math.min(SIGNED_SECONDS, left)));
    if (signed.error) return unavailable(deps, `Photos were not signed: ${signed.error.message}`);
    const addresses = new Map(
      signed.data.flatMap(({ path, signedUrl }) =>
        path === null || !signedUrl ? [] : [[path, pathOf(signedUrl)] as const],
      ),
    );
    const photos = shared.photos.flatMap(({ name, ...facts }) => {
      const address = addresses.get(name);
      return address === undefined ? [] : [{ ...facts, address }];
    });
    // Removed meanwhile, or files that a restored backup of rows does not have.
    if (photos.length === 0) return jsonResponse(200, { state: 'gone' });
    return jsonResponse(200, { ...shared, photos });
  };
}

/** An address without its host: this function may know the API by another one than browsers. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

function unavailable(deps: FunctionDeps, why: string): Response {
  deps.log('error', why);
  return jsonResponse(502, { error: 'unavailable' });
}
