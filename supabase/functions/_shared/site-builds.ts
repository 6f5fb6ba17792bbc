import type {
  SiteAnswer,
  SiteChange,
  SiteChanged,
  SiteControl,
} from '../../../shared/src/system-status/site-control.ts';
import { refusalOf, refusedAccess } from './admin-access.ts';
import type { FunctionDeps, FunctionHandler } from './function-deps.ts';
import { jsonResponse, preflightResponse, readJsonObject } from './http.ts';
import { isUuid } from './uuid.ts';

/** An action, names and ids. */
const MAX_BODY_BYTES = 1_000;
const PART = /^(?:shell|mfe-[a-z0-9-]{1,39})$/;
const BUILD = /^[0-9a-z]{1,40}$/;

const isBuild = (value: unknown): value is string => typeof value === 'string' && BUILD.test(value);

/** The change that a body asks for; null if it asks for none. */
function changeOf({ action, part, from, to, build }: Record<string, unknown>): SiteChange | null {
  if (typeof part !== 'string' || !PART.test(part)) return null;
  if (action === 'back' && isBuild(from) && isBuild(to)) return { action, part, from, to };
  if (action === 'close-preview' && part !== 'shell' && isBuild(build)) return { action, part, build };
  return null;
}

/** Answer of begin_site_change. */
interface BegunChange {
  id: number;
  outcome: SiteChanged | null;
}

/** The database refused a request that it had taken before. */
class Refused extends Error {}

/**
 * POST by an admin, as determined by the database: with an empty object returns { site }, the publications of the site
 * that this server keeps. With { action: 'back', part, from, to } or { action: 'close-preview', part, build } and a
 * `requestId` (UUID) it changes them, once for each id, and returns SiteChanged. That it was asked for is committed
 * before anything is changed.
 *
 * 400 no such change; 401 no session; 403 not an admin; 404 this server keeps no site; 500 the site could not be read,
 * or it is unknown how the change ended; 503 the database could not be asked.
 */
export function makeHandler(deps: FunctionDeps): FunctionHandler {
  /**
   * Changes by their row, in progress or made without their end being noted: the same request sent again takes what the
   * first one has.
   */
  const running = new Map<number, Promise<SiteChanged>>();

  /** @param again asks once more whether it has ended: since it was first asked, another request may have ended it. */
  async function change(
    site: SiteControl,
    id: number,
    asked: SiteChange,
    again: () => Promise<SiteChanged | null>,
  ): Promise<SiteChanged> {
    let isNoted = true;
    try {
      const before = await again();
      if (before) return before;
      const outcome = await site.change(asked);
      const { error } = await deps.admin().rpc('end_site_change', { p_id: id, p_outcome: outcome });
      // The change is made: that its end is not noted must not say otherwise.
      if (error) {
        isNoted = false;
        deps.log('error', `end_site_change failed: ${error.code}`);
      }
      return outcome;
    } finally {
      if (isNoted) running.delete(id);
    }
  }

  function failed(what: string, failure: unknown): Response {
    deps.log('error', `${what}: ${failure instanceof Error ? failure.message : 'unknown'}`);
    return jsonResponse(500, { error: 'unknown' });
  }

  return async (request) => {
    if (request.method === 'OPTIONS') return preflightResponse();
    if (request.method !== 'POST') return jsonResponse(405, { error: 'method_not_allowed' });
    const body = await readJsonObject(request, MAX_BODY_BYTES);
    if (!body) return jsonResponse(400, { error: 'invalid' });
    const caller = deps.client(request.headers.get('authorization'));
    const { site } = deps;
    if (body.action === undefined || !site) {
      const refused = await refusedAccess(caller);
      if (refused) return refused;
      if (body.action !== undefined) return jsonResponse(404, { error: 'not_found' });
      try {
        return jsonResponse(200, { site: (await site?.read()) ?? null } satisfies SiteAnswer);
      } catch (failure) {
        return failed('The site could not be read', failure);
      }
    }
    const asked = changeOf(body);
    if (!asked || !isUuid(body.requestId)) return jsonResponse(400, { error: 'invalid' });
    const wanted = {
      p_request_id: body.requestId,
      p_action: asked.action,
      p_part: asked.part,
      p_build: asked.action === 'back' ? asked.from : asked.build,
    };
    const begin = () => caller.rpc('begin_site_change', wanted);
    const { data, error } = await begin();
    if (error?.code === '22023') return jsonResponse(400, { error: 'invalid' });
    if (error) return refusalOf(error.code);
    const { id, outcome } = data as BegunChange;
    if (outcome) return jsonResponse(200, outcome);
    const again = async () => {
      const { data: begun, error: refused } = await begin();
      if (refused) throw new Refused(refused.code);
      return (begun as BegunChange).outcome;
    };
    const ended = running.get(id) ?? change(site, id, asked, again);
    running.set(id, ended);
    try {
      return jsonResponse(200, await ended);
    } catch (failure) {
      if (failure instanceof Refused) return refusalOf(failure.message);
      return failed('The site could not be changed', failure);
    }
  };
}
