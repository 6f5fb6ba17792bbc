/**
 * Fuzzing: every role sends random requests to every table, function and route, and none of them may return foreign
 * data, cause a 5xx response, or end the process. `FUZZ_RUNS` (requests per role and part of the API) and `FUZZ_SEED`
 * control length and seed; a failure prints its seed.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyAddress } from './fuzz/any-address.ts';
import { readCatalogue } from './fuzz/catalogue.ts';
import { faultsOf } from './fuzz/judge.ts';
import { plantMarks } from './fuzz/marks.ts';
import { realtimeFaults } from './fuzz/realtime.ts';
import { type AnyRequest, authRequest, otherRequest, restRequest } from './fuzz/requests.ts';
import { knownIds } from './fuzz/values.ts';
import { ACTORS, type Actor, openShop, PASSWORD, type Shop } from './support/shop.ts';

const LENGTHS = [
  { runs: 8, tags: [] as string[] },
  { runs: Number(process.env.FUZZ_RUNS ?? 60), tags: ['exhaustive'] },
];
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_101);
const FUNCTIONS = readdirSync(fileURLToPath(new URL('../functions', import.meta.url))).filter((name) =>
  /^[a-z]/.test(name),
);

const CASES = ACTORS.flatMap((actor) => LENGTHS.map((length) => ({ actor, ...length })));

for (const { actor, runs, tags } of CASES)
  test(
    `SEC-45 ${runs} random requests of ${actor} find nothing foreign and break nothing`,
    { tags },
    async () => {
      await using shop = await openShop({ trustedProxies: ['127.0.0.1'] });
      const marks = await plantMarks(shop);
      expect(marks.size).toBeGreaterThan(30);
      const ids = await knownIds(shop);
      const catalogue = await readCatalogue(shop.sql);
      const seed = SEED + ACTORS.indexOf(actor);
      let answered = 0;
      const requests: readonly (readonly [fc.Arbitrary<AnyRequest>, number])[] = [
        [restRequest(catalogue, ids), runs * 3],
        [authRequest(ids), runs],
        [otherRequest(FUNCTIONS, ids), runs],
      ];
      for (const [arbitrary, numRuns] of requests) {
        const property = fc.asyncProperty(arbitrary, async (request) => {
          const answer = await send(shop, actor, request);
          if (answer.status < 400) answered += 1;
          expect(faultsOf(actor, answer.status, answer.text, marks)).toEqual([]);
        });
        await fc.assert(property, { numRuns, seed });
      }
      // Rejections alone would prove little.
      expect(answered).toBeGreaterThan(runs / 10);
      expect(
        await realtimeFaults(shop, await tokenOf(shop, actor), actor, marks, { numRuns: runs, seed }),
      ).toEqual([]);
      expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
    },
  );

async function send(
  shop: Shop,
  actor: Actor,
  request: AnyRequest,
): Promise<{ status: number; text: string }> {
  const response = await fetch(shop.url + request.target, {
    method: request.method,
    redirect: 'manual',
    headers: {
      ...request.headers,
      apikey: shop.publishableKey,
      authorization: `Bearer ${await tokenOf(shop, actor)}`,
      'x-forwarded-for': anyAddress(),
    },
    body: request.body ?? null,
  });
  const text = await response.text();
  if (response.status === 401 || request.target.startsWith('/auth/')) await signInAgain(shop, actor);
  return { status: response.status, text: `${JSON.stringify([...response.headers])}\n${text}` };
}

async function tokenOf(shop: Shop, actor: Actor): Promise<string> {
  const { data } = await shop.clientOf(actor).auth.getSession();
  return data.session?.access_token ?? shop.publishableKey;
}

/** A random request may have ended the user's session or changed the password. */
async function signInAgain(shop: Shop, actor: Actor): Promise<void> {
  if (actor === 'anon') return;
  const { client, id, email } = shop.people[actor];
  const { error: ended } = await client.auth.getUser();
  if (!ended) return;
  await shop.sql`update auth.users set email = ${email}, banned_until = null,
    encrypted_password = extensions.crypt(${PASSWORD}, extensions.gen_salt('bf', 4)) where id = ${id}`;
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
}
