/** An error with a message for the user of the command. */
export class ConformanceError extends Error {}

/** A Supabase address: a project, or the embedded server. */
export interface Target {
  url: string;
  publishableKey: string;
  secretKey: string;
}

/** Identity that a request is sent with. */
export type Caller = 'anon' | 'customer' | 'staff' | 'secret';

/** One request. `body` is sent as JSON, a string unchanged. */
export interface Request {
  /** Method and path, e.g. `GET /rest/v1/profiles`. */
  ask: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** An answer: status, the code of an error or '', the header Content-Range or '', and the body as text. */
export interface Reply {
  status: number;
  code: string;
  range: string;
  text: string;
}

/** Header of a key that is a JWT: the old kind, which is a bearer token as well. */
export const keyHeaders = (key: string): Record<string, string> => ({
  apikey: key,
  ...(key.startsWith('ey') && { authorization: `Bearer ${key}` }),
});

function codeOf(text: string): string {
  try {
    const { error_code, code, error } = (JSON.parse(text) ?? {}) as Record<string, unknown>;
    return [error_code, code, error].find((value) => typeof value === 'string') ?? '';
  } catch {
    return '';
  }
}

/** Sends a request with the headers of its caller. Redirects are answers. */
export async function send(
  url: string,
  headers: Readonly<Record<string, string>>,
  { ask, body, headers: own }: Request,
): Promise<Reply> {
  const [method = 'GET', path = ''] = ask.split(/ (.*)/);
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...headers, ...own },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new ConformanceError(`${url} no responde. Revisa la dirección y la conexión.`, { cause: error });
  });
  const text = await response.text();
  const range = response.headers.get('content-range') ?? '';
  return { status: response.status, code: codeOf(text), range, text };
}
