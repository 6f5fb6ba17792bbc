import { requestCode } from '../log/request-record.ts';
import type { Answer } from './answer.ts';

/** Where the API's answers have their text: PostgREST's, then those of the accounts. */
const TEXTS = ['message', 'msg', 'error_description'];

/** Adds the request's code to the text of a failure, so that whoever meets it can name it to the shop. */
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
