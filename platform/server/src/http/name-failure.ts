import { requestCode } from '../log/request-record.ts';
import type { Answer } from './answer.ts';

/** The fields with the text of an API error: PostgREST's and the auth API's. */
const TEXTS = ['message', 'msg', 'error_description'];

/** Adds the request id to an error message, so that a customer can report it to the shop. */
export function nameFailure(answer: Answer): Answer {
  if (answer.status !== 500) return answer;
  try {
    const value = JSON.parse(Buffer.from(answer.body).toString()) as Record<string, unknown>;
    const field = TEXTS.find((name) => typeof value[name] === 'string');
    if (field === undefined) return answer;
    const { 'content-length': _, ...headers } = answer.headers;
    return {
      ...answer,
      headers,
      body: JSON.stringify({ ...value, [field]: `${value[field] as string}${requestCode()}` }),
    };
  } catch {
    return answer;
  }
}
