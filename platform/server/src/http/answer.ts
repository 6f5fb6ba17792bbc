import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { ANSWER_BYTES } from '../config/limits.ts';

/** A route's response, ready to be sent. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | readonly string[]>>;
  body: string | Uint8Array;
}

/** Limits the response size, with the response to send if it is exceeded. */
export function withinSize(answer: Answer): Answer {
  if (Buffer.byteLength(answer.body) <= ANSWER_BYTES) return answer;
  const message = `The answer is larger than ${ANSWER_BYTES / 1_000_000} MB`;
  const hint = 'Ask for fewer rows or columns.';
  return {
    status: 413,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: '413', message, details: null, hint }),
  };
}

/** Reads a web Response completely. */
export async function readAnswer(response: Response): Promise<Answer> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of response.headers) if (name !== 'set-cookie') headers[name] = value;
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  const body = response.body ? new Uint8Array(await response.arrayBuffer()) : '';
  return { status: response.status, headers, body };
}

/** Sends a response; for HEAD only its headers. Resolves when it was sent or the client disconnected. */
export async function sendAnswer(
  outgoing: ServerResponse,
  { status, headers, body }: Answer,
  headOnly: boolean,
): Promise<void> {
  if (outgoing.destroyed) return;
  const sent = once(outgoing, 'close');
  outgoing.statusCode = status;
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  if (headOnly || body.length === 0) outgoing.end();
  else outgoing.end(body);
  await sent;
}
