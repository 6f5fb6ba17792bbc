import * as fc from 'fast-check';
import type { Catalogue, Relation } from './catalogue.ts';
import { anyJson, anyText, objectOf } from './values.ts';

/** A request without a token yet. */
export interface AnyRequest {
  readonly method: string;
  /** Path and query, percent-encoded like a client's. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const METHODS = ['GET', 'GET', 'GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'];
const OPERATORS =
  'eq neq gt gte lt lte like ilike match imatch in is isdistinct fts plfts phfts wfts cs cd ov sl sr nxr nxl adj not.eq like(any) eq(all)'.split(
    ' ',
  );
const TYPES = 'text uuid int numeric jsonb date regclass "character(1000)" bytea xml'.split(' ');

const encode = (parameters: readonly (readonly [string, string])[]): string =>
  parameters.length === 0 ? '' : `?${parameters.map((pair) => pair.map(safeEncode).join('=')).join('&')}`;
/** Lone surrogates cannot be percent-encoded. */
const safeEncode = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));

function selection(relation: Relation, catalogue: Catalogue): fc.Arbitrary<string> {
  const column = fc.constantFrom(...relation.columns, '*', 'ctid', 'xmin', 'count()');
  const others = fc.constantFrom(...catalogue.relations.map(({ name }) => name), ...catalogue.hidden);
  const item = fc.oneof(
    { weight: 5, arbitrary: column },
    {
      weight: 2,
      arbitrary: fc.tuple(column, fc.constantFrom(...TYPES)).map(([name, type]) => `${name}::${type}`),
    },
    { weight: 1, arbitrary: fc.tuple(column, column).map(([a, b]) => `${a}->>${b}`) },
    { weight: 1, arbitrary: column.map((name) => `alias:${name}`) },
    { weight: 2, arbitrary: fc.tuple(others, column).map(([name, inner]) => `${name}(${inner})`) },
    { weight: 1, arbitrary: fc.tuple(others, others).map(([a, b]) => `${a}!inner(${b}(*))`) },
    { weight: 1, arbitrary: fc.constantFrom('(', ')', 'a(b(c(d(*))))', '...', '::', 'id.sum()') },
  );
  return fc.array(item, { minLength: 1, maxLength: 4 }).map((items) => items.join(','));
}

function parameter(
  relation: Relation,
  catalogue: Catalogue,
  ids: readonly string[],
): fc.Arbitrary<[string, string]> {
  const column = fc.constantFrom(...relation.columns, 'nada', 'raw_user_meta_data->>a');
  const condition = fc
    .tuple(column, fc.constantFrom(...OPERATORS), anyText(ids))
    .map(([name, operator, value]): [string, string] => [name, `${operator}.${value}`]);
  const tree = fc
    .array(condition, { maxLength: 4 })
    .map((parts) => `(${parts.map(([name, value]) => `${name}.${value}`).join(',')})`);
  return fc.oneof(
    {
      weight: 3,
      arbitrary: selection(relation, catalogue).map((value): [string, string] => ['select', value]),
    },
    { weight: 4, arbitrary: condition },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('or', 'and', 'not.or'), tree) },
    {
      weight: 1,
      arbitrary: fc.tuple(
        fc.constantFrom('order', 'limit', 'offset', 'on_conflict', 'columns', 'apikey', 'explain'),
        fc.oneof(
          anyText(ids),
          column,
          column.map((name) => `${name}.desc.nullslast`),
        ),
      ),
    },
  );
}

const headers: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    'prefer',
    'range',
    'range-unit',
    'accept',
    'accept-profile',
    'content-profile',
    'content-type',
    'x-client-info',
  ),
  fc.constantFrom(
    'return=representation',
    'return=representation,count=exact,resolution=merge-duplicates',
    'tx=rollback',
    'handling=strict,max-affected=1',
    '0-9',
    '9-0',
    'items',
    'application/json',
    'application/vnd.pgrst.object+json',
    'application/vnd.pgrst.plan+text; options=verbose',
    'text/csv',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'private',
    'auth',
    'pg_catalog',
  ),
  { maxKeys: 3 },
);

function body(names: readonly string[], ids: readonly string[]): fc.Arbitrary<string | undefined> {
  const json = fc.oneof(
    { weight: 8, arbitrary: objectOf(names, ids) },
    { weight: 1, arbitrary: fc.array(objectOf(names, ids), { maxLength: 3 }) },
    { weight: 1, arbitrary: anyJson(ids) },
  );
  return fc.oneof(
    { weight: 12, arbitrary: json.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom('', '{', 'null', '[[[[', '{"a":1', '\u0000', 'a=b&c=d') },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

/** Half of the requests have no parameters: they return whole rows. */
const few = (one: fc.Arbitrary<[string, string]>): fc.Arbitrary<[string, string][]> =>
  fc.oneof(fc.constant<[string, string][]>([]), fc.array(one, { minLength: 1, maxLength: 3 }));

/** /rest/v1: every relation and function of the catalogue, and names that must not be exposed. */
export function restRequest(catalogue: Catalogue, ids: readonly string[]): fc.Arbitrary<AnyRequest> {
  const table = fc
    .constantFrom(...catalogue.relations)
    .chain((relation) =>
      request(
        fc.constant(`/rest/v1/${relation.name}`),
        few(parameter(relation, catalogue, ids)),
        relation.columns,
        ids,
      ),
    );
  const result: Relation = { name: 'rpc', columns: ['id', 'status', 'customer_name'] };
  const routine = fc
    .constantFrom(...catalogue.routines)
    .chain(({ name, parameters }) =>
      request(
        fc.constant(`/rest/v1/rpc/${name}`),
        few(
          fc.oneof(
            parameter({ name, columns: [...result.columns, name] }, catalogue, ids),
            fc.tuple(fc.constantFrom(...parameters, 'nada'), anyText(ids)),
          ),
        ),
        parameters,
        ids,
        'POST',
      ),
    );
  const closed = request(
    fc
      .oneof(fc.constantFrom(...catalogue.hidden), anyText(ids))
      .map((name) => `/rest/v1/${safeEncode(name)}`),
    fc.constant<[string, string][]>([]),
    [],
    ids,
  );
  return fc.oneof(
    { weight: 5, arbitrary: table },
    { weight: 4, arbitrary: routine },
    { weight: 1, arbitrary: closed },
  );
}

const AUTH_PATHS =
  'token signup recover resend verify user logout otp magiclink invite authorize callback settings health admin/users admin/generate_link factors reauthenticate sso sessions .well-known/jwks.json'.split(
    ' ',
  );
const AUTH_NAMES =
  'email password token token_hash type data phone nonce code_challenge code_challenge_method auth_code code_verifier refresh_token redirect_to gotrue_meta_security role app_metadata factor_id code'.split(
    ' ',
  );

/** /auth/v1: the routes of Supabase's auth, enabled and disabled ones. */
export function authRequest(ids: readonly string[]): fc.Arbitrary<AnyRequest> {
  const name = fc.constantFrom('grant_type', 'redirect_to', 'token', 'type', 'scope', 'apikey');
  const value = fc.oneof(
    anyText(ids),
    fc.constantFrom(
      'password',
      'refresh_token',
      'pkce',
      'signup',
      'recovery',
      'global',
      'others',
      'http://evil.example\\@127.0.0.1/',
      'javascript:alert(1)',
    ),
  );
  const path = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...AUTH_PATHS).map((tail) => `/auth/v1/${tail}`) },
    { weight: 1, arbitrary: fc.constantFrom(...ids).map((id) => `/auth/v1/admin/users/${id}`) },
    { weight: 1, arbitrary: anyText(ids).map((tail) => `/auth/v1/${safeEncode(tail)}`) },
  );
  return request(path, fc.array(fc.tuple(name, value), { maxLength: 3 }), AUTH_NAMES, ids, 'POST');
}

/** Everything else on the port: functions, health, the simulators, the site's paths. */
export function otherRequest(functions: readonly string[], ids: readonly string[]): fc.Arbitrary<AnyRequest> {
  const path = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...functions).map((name) => `/functions/v1/${name}`) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '/',
        '/healthz',
        '/config.json',
        '/realtime/v1/websocket',
        '/storage/v1/object/a',
        '/graphql/v1',
        '/rest/v1',
        '/rest/v1/',
        '/auth/v1',
      ),
    },
    { weight: 1, arbitrary: anyText(ids).map((tail) => `/${safeEncode(tail)}`) },
  );
  const names =
    'orden_id order_id orderId id decision status action hub.mode hub.verify_token hub.challenge object entry'.split(
      ' ',
    );
  return request(
    path,
    fc.array(fc.tuple(fc.constantFrom(...names), anyText(ids)), { maxLength: 3 }),
    names,
    ids,
    'POST',
  );
}

function request(
  path: fc.Arbitrary<string>,
  query: fc.Arbitrary<[string, string][]>,
  names: readonly string[],
  ids: readonly string[],
  usual = 'GET',
): fc.Arbitrary<AnyRequest> {
  const method = fc.oneof(
    { weight: 2, arbitrary: fc.constant(usual) },
    { weight: 3, arbitrary: fc.constantFrom(...METHODS) },
  );
  const extra = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers });
  return fc.tuple(method, path, query, extra, body(names, ids)).map(([verb, at, pairs, more, content]) => ({
    method: verb,
    target: at + encode(pairs),
    headers: { 'content-type': 'application/json', ...more },
    ...(verb === 'GET' || verb === 'HEAD' || content === undefined ? {} : { body: content }),
  }));
}
