/**
 * The port to an electronic provider of tax documents (decision 68): one request of JSON, for which a shop runs an
 * adapter to whichever provider it has. TAX_PROVIDER_URL names it, TAX_PROVIDER_TOKEN is its bearer token.
 */
export interface TaxProvider {
  url: string;
  token: string;
}

/** A document as claim_tax_documents gives it. */
export interface ClaimedDocument {
  id: string;
  attempts: number;
  /** kind, issued_on, net, tax, total, rut, business_name, activity, cancels. */
  document: Readonly<Record<string, unknown>>;
}

/**
 * Outcome of a request:
 * - accepted: it has this folio;
 * - rejected: the provider refused it in words;
 * - unreachable: no answer, or one that does not concern the document;
 * - unreadable: it says that it is done, but not with which folio.
 */
export type Issued =
  | { outcome: 'accepted'; folio: number }
  | { outcome: 'rejected' | 'unreachable' | 'unreadable'; message: string };

const TIMEOUT_MS = 15_000;
/** The largest folio that the database takes. */
const LAST_FOLIO = 9_999_999_999;
/** A wrong token or address, and too many requests, do not concern the document. */
const NOT_OF_THE_DOCUMENT = new Set([401, 403, 404, 405, 408, 429]);

/** Null where the shop has no provider. */
export function readTaxProvider(env: Readonly<Record<string, string | undefined>>): TaxProvider | null {
  const url = env.TAX_PROVIDER_URL;
  return url ? { url: url.replace(/\/+$/, ''), token: env.TAX_PROVIDER_TOKEN ?? '' } : null;
}

/** Words that the database can keep and the desk can read: one line of text. */
function readable(words: unknown): string {
  if (typeof words !== 'string') return '';
  return words
    .replaceAll(/[\p{Control}\p{Surrogate}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
    .replace(/\p{Surrogate}$/u, '');
}

/**
 * `PUT <url>/<id>` with the document. The id makes it the same document however often it is sent: 200 `{ folio }` each
 * time; 4xx `{ message }`: it is rejected. Never throws.
 */
export async function issueDocument(
  provider: TaxProvider,
  { id, document }: Pick<ClaimedDocument, 'id' | 'document'>,
  send: typeof fetch,
): Promise<Issued> {
  let response: Response;
  let body: { folio?: unknown; message?: unknown } | null;
  try {
    response = await send(`${provider.url}/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${provider.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(document),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    body = parsed(text);
  } catch {
    return { outcome: 'unreachable', message: 'El proveedor no responde. Se le pide de nuevo.' };
  }
  const { status } = response;
  const folio = body?.folio;
  if (response.ok)
    return typeof folio === 'number' && Number.isInteger(folio) && folio > 0 && folio <= LAST_FOLIO
      ? { outcome: 'accepted', folio }
      : { outcome: 'unreadable', message: 'El proveedor respondió sin un folio que sirva.' };
  const words = readable(body?.message);
  if (status >= 400 && status < 500 && words && !NOT_OF_THE_DOCUMENT.has(status))
    return { outcome: 'rejected', message: words };
  return {
    outcome: 'unreachable',
    message: `El proveedor respondió con un error (${status}). Se le pide de nuevo.`,
  };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
