import { adminClaims, type AdminClaims } from './admin-access.ts';
import type { FunctionDeps, FunctionHandler } from './function-deps.ts';
import { jsonResponse, preflightResponse, readJsonObject } from './http.ts';
import { checkSection, isSection, SectionRefusal } from './settings/check-section.ts';
import { isUuid } from './uuid.ts';
import { LOGO_LIMITS } from '../../../shared/src/values/logo.ts';
import { readImageContent, type ImageSize } from './settings/image-content.ts';

/** The reason why an image cannot be the logo, for people. */
class LogoRefusal extends Error {}

/** Base64 as the database reads it too: without blanks, and filled up. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const decoded = (content: string): Uint8Array =>
  BASE64.test(content) ? Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)) : new Uint8Array();

/**
 * Checks an image for the logo, in base64. Its type is decided by its content alone (CFG-52).
 * @throws LogoRefusal
 */
function checkLogo(content: string): ImageSize {
  const { bytes, width, height } = LOGO_LIMITS;
  const data = decoded(content);
  if (data.length > bytes) throw new LogoRefusal('La imagen pesa más de 256 kB. Elige una más liviana.');
  const image = readImageContent(data);
  if (!image)
    throw new LogoRefusal(
      'Este archivo no se puede usar: no es un PNG ni un WebP completo. Elige otra imagen.',
    );
  if (image.width > width || image.height > height)
    throw new LogoRefusal(`La imagen mide más de ${width} por ${height} píxeles. Elige una más pequeña.`);
  if (image.width > 10 * image.height || image.height > 3 * image.width)
    throw new LogoRefusal(
      'El logo es demasiado angosto. Elige uno de hasta 10 veces de ancho por 1 de alto.',
    );
  return image;
}

/** An image of 256 kB in base64, or the longest section. */
const MAX_BODY_BYTES = 360_000;
/** How often an undo is checked again because its section changed meanwhile. */
const MOST_TRIES = 5;

type Row = Readonly<Record<string, unknown>>;

/** Refused by the database, with its code and its message; errors of intermediaries have no code. */
class DatabaseRefusal extends Error {
  readonly code: string;

  constructor({ code, message }: { code?: string; message: string }) {
    super(message);
    this.code = code ?? '';
  }
}

function statusOf(code: string): number {
  if (code === '42501') return 403;
  if (code === 'PT409') return 409;
  // The last are PostgREST's for a database of another version.
  if (code === 'P0002' || code.startsWith('PGRST20')) return 404;
  return /^2[23]/.test(code) ? 400 : 503;
}

/** Refusals in PostgREST's form, as the client reads those of the database itself. */
const refusal = (code: string, message: string, faults?: readonly object[]): Response =>
  jsonResponse(statusOf(code), { code, message, ...(faults && { faults }) });

/** A version as the database counts it. */
const isVersion = (value: unknown) => Number.isInteger(value) && Number(value) < 2 ** 31 && Number(value) > 0;

const invalid = () => refusal('22023', 'Esa petición de los ajustes no es válida.');

/**
 * POST by an admin, as determined by the database. The only way to write the settings: values are checked by the
 * schemas of the forms (CFG-22). With a `requestId` (UUID) and
 * - { section, value, version }: saves a section over the version that was read. Returns the row; `saved` is false
 *   when somebody else was first.
 * - { undo: id }: takes a change back. Returns the row.
 * - { image }: stores an image for the logo, in base64. Returns what it is.
 *
 * The same request sent again happens once. 400 no such request or value, with the message, and `faults` at their
 * fields; 401 no session; 403 not an admin; 404 no such change; 409 the id came with other values; 503 the database
 * could not be asked. What is refused after the caller's rights has PostgREST's `code` and `message`.
 */
export function makeHandler(deps: FunctionDeps): FunctionHandler {
  /** The first row that a function of the database returns to this function alone. */
  async function ask(name: string, args: Row): Promise<Row> {
    const { data, error } = await deps.admin().rpc(name, args);
    if (error) throw new DatabaseRefusal(error);
    return (data as Row[])[0] ?? {};
  }

  async function undo(asked: Row): Promise<Response> {
    for (let tries = 0, checked: Row = {}; tries < MOST_TRIES; tries += 1) {
      const row = await ask('undo_setting_change', { ...asked, ...checked });
      if (row.saved === true) return jsonResponse(200, row);
      if (!isSection(row.section)) return invalid();
      checked = { p_checked: row.value, p_value: checkSection(row.section, row.value) };
    }
    return refusal('23514', 'Otra persona está cambiando esta sección. Deshaz el cambio otra vez.');
  }

  async function answer(actor: AdminClaims, body: Row): Promise<Response> {
    const asked = { p_actor: actor, p_request_id: body.requestId };
    if (typeof body.image === 'string') {
      const { type, width, height } = checkLogo(body.image);
      const image = { p_content: body.image, p_type: type, p_width: width, p_height: height };
      return jsonResponse(200, await ask('save_shop_image', { ...asked, ...image }));
    }
    if (Number.isSafeInteger(body.undo)) return undo({ ...asked, p_change_id: body.undo });
    const { section, value, version } = body;
    if (!isSection(section) || !isVersion(version)) return invalid();
    const saved = { p_section: section, p_value: checkSection(section, value), p_version: version };
    return jsonResponse(200, { ...(await ask('save_setting_section', { ...asked, ...saved })), section });
  }

  return async (request) => {
    if (request.method === 'OPTIONS') return preflightResponse();
    if (request.method !== 'POST') return jsonResponse(405, { error: 'method_not_allowed' });
    const body = await readJsonObject(request, MAX_BODY_BYTES);
    const actor = await adminClaims(deps.client(request.headers.get('authorization')));
    if (actor instanceof Response) return actor;
    if (!body || !isUuid(body.requestId)) return invalid();
    try {
      return await answer(actor, body);
    } catch (error) {
      if (error instanceof SectionRefusal) return refusal('23514', error.message, error.faults);
      if (error instanceof LogoRefusal) return refusal('23514', error.message);
      if (!(error instanceof DatabaseRefusal)) throw error;
      if (statusOf(error.code) !== 503) return refusal(error.code, error.message);
      deps.log('error', `The settings could not be saved: ${error.code}`);
      return jsonResponse(503, { error: 'unavailable' });
    }
  };
}
