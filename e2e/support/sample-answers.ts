import type { Role } from '@taller/shared/access/roles.ts';
import { openedParts, type OpenedPart } from '@taller/shared/contract/opened-modules.ts';
import { REMOTE_NAMES, type RemoteName } from '@taller/shared/contract/remote-names.ts';
import type { Screen } from '@taller/shared/contract/screen.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import type { CurrentUser } from '@taller/shared/runtime/current-user.ts';
import { sendJson } from '@taller/server/http/router.ts';
import type { RunningServer } from '@taller/server/start-server.ts';
import { EMPTY_SHOP } from '@taller/release/opening/empty-shop';
import { isRecorded, readRequest, screenKey, type Samples } from '@taller/release/opening/sample-shop';
import type { Shop } from '@taller/release/opening/shop';
import { withDatabase } from './database.ts';
import { ACCOUNTS, tokensOf } from './fixtures.ts';
import { addressOf, type ScreenName } from './screen-addresses.ts';

const ROLES: readonly Role[] = ['admin', 'technician', 'receptionist', 'customer'];

/** The parts that are opened, by remote, and the panel for each role that none of them needs. */
export const sampleParts: readonly [RemoteName, readonly OpenedPart[]][] = REMOTE_NAMES.map((name) => {
  const parts = openedParts(name);
  const panel = parts.find(
    ({ path, module, role }) => path === SCREENS.dashboard.path && module === 'routes' && role === 'admin',
  );
  const others: readonly Role[] = ['technician', 'receptionist'];
  return [name, [...parts, ...(panel ? others.map((role) => ({ ...panel, role })) : [])]];
});

/** The users of the demo shop and the addresses of its screens, without answers yet. */
export async function samplesOf(shop: RunningServer): Promise<Samples> {
  const people = await withDatabase(
    shop,
    (sql) => sql<CurrentUser[]>`
      select id, email, full_name as "fullName", rut, phone, role, created_at::text as "createdAt"
      from profiles where email = any(${ROLES.map((role) => ACCOUNTS[role])})`,
  );
  const addresses: Record<string, string> = {};
  for (const [remote, parts] of sampleParts)
    for (const [name, screen] of Object.entries(SCREENS) as [ScreenName, Screen][])
      if (screen.remote === remote && screen.path.includes(':'))
        for (const { path, role } of parts)
          if (path === screen.path) addresses[screenKey(path, role)] = await addressOf(shop, name);
  const users = Object.fromEntries(people.map((user) => [user.role, user]));
  return { at: new Date().toISOString(), users, addresses, answers: {} };
}

/** Asks the demo shop as a page of a role does; the role's tokens are made once. */
export function asker(shop: RunningServer) {
  const made = new Map<string, Promise<Record<string, unknown>>>();
  const tokens = (role: Role) => {
    const known = made.get(role) ?? tokensOf(shop, role);
    made.set(role, known);
    return known;
  };
  const ask = async (role: string, method: string, url: string, body: string, given: HeadersInit) => {
    const headers = new Headers(given);
    const { publishable } = shop.keys;
    const mine = ROLES.find((one) => one === role);
    const token = mine ? String((await tokens(mine)).access_token) : publishable;
    headers.set('apikey', publishable);
    headers.set('authorization', `Bearer ${token}`);
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const response = await fetch(shop.url + url, { method, headers, body: hasBody ? body : undefined });
    const text = await response.text();
    return {
      status: response.status,
      range: response.headers.get('content-range') ?? undefined,
      body: text === '' ? null : (JSON.parse(text) as unknown),
    };
  };
  return { ask, tokens };
}

/** The demo shop as a backend that notes in {@link samples} what it is asked and answers. */
export async function recordingShop(shop: RunningServer, samples: Samples): Promise<Shop> {
  const { ask, tokens } = asker(shop);
  const { users, addresses, answers, at } = samples;
  const made = new Map<Role, object>();
  for (const role of ROLES) made.set(role, await tokens(role));
  return {
    route: async (exchange) => {
      if (!isRecorded(exchange)) return EMPTY_SHOP.route(exchange);
      const { incoming, outgoing } = exchange;
      const { text, key } = await readRequest(exchange, users);
      const headers: Record<string, string> = {};
      for (const name of ['accept', 'content-type', 'prefer', 'range']) {
        const value = incoming.headers[name];
        if (typeof value === 'string') headers[name] = value;
      }
      const [role = ''] = key.split(' ');
      const answer = await ask(role, incoming.method ?? 'GET', incoming.url ?? '', text, headers);
      answers[key] = answer;
      if (answer.range !== undefined) outgoing.setHeader('content-range', answer.range);
      sendJson(outgoing, answer.status, answer.body);
      return true;
    },
    visitor: (role) => {
      const user = users[role];
      return user ? { user, tokens: made.get(role) ?? {} } : null;
    },
    addressOf: (pattern, role) => addresses[screenKey(pattern, role)] ?? EMPTY_SHOP.addressOf(pattern, role),
    now: Date.parse(at),
    name: '',
  };
}

/** Names of an answer's fields at every depth; undefined where nothing says them. */
type Shape = { [field: string]: Shape } | undefined;

const merged = (one: Shape, other: Shape): Shape =>
  one && other
    ? Object.fromEntries(
        [...new Set([...Object.keys(one), ...Object.keys(other)])].map((field) => [
          field,
          merged(one[field], other[field]),
        ]),
      )
    : (one ?? other);

function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) return value.map(shapeOf).reduce(merged, undefined);
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.fromEntries(Object.entries(value).map(([field, held]) => [field, shapeOf(held)]));
}

function fieldsApart(one: Shape, other: Shape, path: string): string[] {
  if (!one || !other) return [];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((field) =>
    field in one && field in other
      ? fieldsApart(one[field], other[field], `${path}.${field}`)
      : [`${path}.${field}`],
  );
}

/** Fields that only one of two answers has. */
export const differenceOf = (one: unknown, other: unknown): string[] =>
  fieldsApart(shapeOf(one), shapeOf(other), '');
