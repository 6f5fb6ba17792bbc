/** The port's reading of a provider's answers (TAX-12). */
import { expect, test } from 'vitest';
import { issueDocument, readTaxProvider } from './issue-document.ts';

const PROVIDER = { url: 'https://proveedor.example/documentos', token: 'clave' };
const CLAIMED = { id: '6f9619ff-8b86-4011-b42d-00cf4fc964ff', document: { kind: 'boleta', total: 11_900 } };
const answered = (response: Response | Error) =>
  issueDocument(PROVIDER, CLAIMED, async () => {
    if (response instanceof Error) throw response;
    return response;
  });
const json = (body: unknown, status = 200) => Response.json(body, { status });

test('TAX-12 a document is put under its id, with the provider’s token', async () => {
  const asked: Request[] = [];
  const issued = await issueDocument(PROVIDER, CLAIMED, async (url, init) => {
    asked.push(new Request(url, init));
    return json({ folio: 4521 });
  });
  expect(issued).toEqual({ outcome: 'accepted', folio: 4521 });
  expect(asked.map(({ method, url, headers }) => [method, url, headers.get('authorization')])).toEqual([
    ['PUT', `${PROVIDER.url}/${CLAIMED.id}`, 'Bearer clave'],
  ]);
  expect(await asked[0]?.json()).toEqual(CLAIMED.document);
});

test('TAX-12 an answer without a usable folio is not taken for one', async () => {
  const bodies = [0, -3, '4521', 1.5, 1e30, null, [4521], 10_000_000_000].map((folio) => json({ folio }));
  for (const response of [
    ...bodies,
    json({}),
    json(null),
    json('4521'),
    new Response('<html>OK</html>'),
    new Response(''),
  ])
    expect(await answered(response)).toEqual({
      outcome: 'unreadable',
      message: 'El proveedor respondió sin un folio que sirva.',
    });
});

test('TAX-12 a refusal in words is kept as one readable line; what is none concerns the provider', async () => {
  const words = ` Se acabaron\u0000 los\nfolios\ud800. ${'x'.repeat(400)}`;
  const refused = await answered(json({ message: words }, 422));
  expect(refused).toMatchObject({ outcome: 'rejected' });
  const message = 'message' in refused ? refused.message : '';
  expect(message).toHaveLength(300);
  expect(message).toMatch(/^Se acabaron los folios \. x+$/);
  for (const response of [
    json({ message: 'No' }, 401),
    json({ message: 'No' }, 404),
    json({ message: 'No' }, 429),
    json({ message: 'Caído' }, 500),
    json({ message: '  ' }, 422),
    json({}, 400),
    new Response('<html>404</html>', { status: 404 }),
    new Response('<html>502</html>', { status: 502 }),
    new TypeError('fetch failed'),
    new DOMException('The operation timed out.', 'TimeoutError'),
  ])
    expect(await answered(response)).toMatchObject({
      outcome: 'unreachable',
      message: expect.stringMatching(/^El proveedor .+\. Se le pide de nuevo\.$/),
    });
});

test('TAX-16 words that are cut where a letter of two units stands are cut before it', async () => {
  const refused = await answered(json({ message: `${'x'.repeat(299)}📄 y` }, 422));
  expect(refused).toEqual({ outcome: 'rejected', message: 'x'.repeat(299) });
});

test('TAX-12 without an address there is no provider', () => {
  expect(readTaxProvider({ TAX_PROVIDER_TOKEN: 'clave' })).toBeNull();
  expect(readTaxProvider({ TAX_PROVIDER_URL: 'https://a.example/x//' })).toEqual({
    url: 'https://a.example/x',
    token: '',
  });
});
