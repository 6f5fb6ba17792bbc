import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { ROLES, type Role } from '@taller/shared/access/roles.ts';
import type { CurrentUser } from '@taller/shared/runtime/current-user.ts';
import { sendJson, type Exchange } from '@taller/server/http/router.ts';
import { answerNothing, tokensOf, withoutRows } from '#src/opening/empty-shop.ts';
import type { Shop } from '#src/opening/shop.ts';
import { inRoot } from '#src/workspace/root.ts';

/** An answer of the demo shop. */
export interface SampleAnswer {
  status: number;
  range?: string;
  body: unknown;
}

/** Requests of pages to the demo shop, with its answers: e2e/platform/sample-answers.spec.ts records them. */
export interface Samples {
  /** Time of the pages: they ask for the same days again. ISO 8601. */
  at: string;
  users: Partial<Record<Role, CurrentUser>>;
  /** Addresses with ids of the shop's rows, by role and pattern. */
  addresses: Record<string, string>;
  /** The answers by request. */
  answers: Record<string, SampleAnswer>;
}

export const SAMPLES_FILE = 'supabase/seed/sample-answers.json';

/** Key of a screen in {@link Samples.addresses}. */
export const screenKey = (pattern: string, role: Role | null): string => `${role ?? 'everybody'} ${pattern}`;

function subjectOf({ authorization = '' }: IncomingMessage['headers']): string | undefined {
  const [, claims = ''] = authorization.split('.');
  try {
    return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub?: string }).sub;
  } catch {
    return undefined;
  }
}

/** Whether the answer to a request is recorded. */
export const isRecorded = ({ path }: Pick<Exchange, 'path'>): boolean =>
  /^\/(?:rest|functions)\/v1\//.test(path);

/** Reads a request of a page. @returns its text, and its key in {@link Samples.answers}. */
export async function readRequest(
  { incoming, path }: Pick<Exchange, 'incoming' | 'path'>,
  users: Samples['users'],
): Promise<{ text: string; key: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const subject = subjectOf(incoming.headers);
  const role = ROLES.find((one) => subject !== undefined && users[one]?.id === subject) ?? 'everybody';
  const search = (incoming.url ?? '').slice(path.length);
  const one = incoming.headers.accept?.includes('vnd.pgrst.object') ? ' one' : '';
  return { text, key: `${role} ${incoming.method} ${path}${search}${one} ${text}`.trimEnd() };
}

/**
 * A shop that answers what the demo shop was asked as it did, and anything else like the empty one. Only equal requests
 * get an answer: that of another day or selection would refuse good builds.
 */
export function sampleShop({ at, users, addresses, answers }: Samples): Shop {
  const now = Date.parse(at);
  const otherwise = answerNothing(Object.values(users));
  return {
    route: async (exchange) => {
      if (!isRecorded(exchange)) return otherwise(exchange);
      const answer = answers[(await readRequest(exchange, users)).key];
      if (!answer) return otherwise(exchange);
      const { status, range, body } = answer;
      if (range !== undefined) exchange.outgoing.setHeader('content-range', range);
      sendJson(exchange.outgoing, status, body);
      return true;
    },
    visitor: (role) => {
      const user = users[role];
      return user ? { user, tokens: tokensOf(user, now) } : null;
    },
    addressOf: (pattern, role) => addresses[screenKey(pattern, role)] ?? withoutRows(pattern),
    now,
    name: ' (con los datos de la tienda de demostración)',
  };
}

/** The recorded answers. */
export const readSamples = async (): Promise<Samples> =>
  JSON.parse(await readFile(inRoot(SAMPLES_FILE), 'utf8')) as Samples;
