/** The public pages without JavaScript (PUB-12, PUB-13), against the real database. */
import { waitingSessions } from '@taller/server/testing/waiting-sessions.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CUSTOMER_STATUS_TEXTS } from '@taller/shared/orders/status/customer-texts.ts';
import { ORDER_STATUSES, PUBLIC_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { makeOrder, storedOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';
import { setWait } from './support/waits.ts';

let shop: Shop;
const site = mkdtempSync(join(tmpdir(), 'taller-plain-'));
beforeAll(async () => {
  writeFileSync(join(site, 'index.html'), '<p>aplicación</p>');
  writeFileSync(
    join(site, '200.html'),
    '<link rel="stylesheet" crossorigin href="/assets/index-1.css"><script type="module" src="/assets/main.js"></script>',
  );
  shop = await openShop({ siteDir: site, trustedProxies: [] });
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  rmSync(site, { recursive: true, force: true });
});

const get = (path: string) => fetch(shop.url + path, { redirect: 'manual' });
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(shop.url + path, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const link = (id: string) => `/decision-presupuesto/${id}?simple=1`;
const quoted = (columns: Record<string, string | number> = {}) =>
  makeOrder(shop, {
    status: 'quoted',
    quote: 45_990,
    total_amount: 45_990,
    technical_work: 'Cambio de pantalla',
    ...columns,
  });
const statusOf = async (id: string) => (await storedOrder(shop, id)).status;

describe('PUB-12 the order’s status', () => {
  test.each(ORDER_STATUSES)('PUB-12 an order that is %s shows its public label', async (status) => {
    const order = await makeOrder(shop, { status });
    const response = await get(`/orders/view/${order.order_number}?simple=1`);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain(`Orden ${formatOrderNumber(order.order_number)}`);
    expect(page).toContain(PUBLIC_STATUS_LABELS[status]);
    // Nothing else of the order.
    expect(page).not.toContain(shop.people.customer.fullName);
  });

  test('TIME-07 an order that waits says what for', async () => {
    const order = await makeOrder(shop);
    await setWait(shop.people.technician, order.id);
    const page = await (await get(`/orders/view/${order.order_number}?simple=1`)).text();
    expect(page).toContain('<p>Esperando un repuesto</p>');
    expect(page).not.toContain(CUSTOMER_STATUS_TEXTS.pending.meaning);
  });

  test('TIME-22 an order that is promised says until when', async () => {
    const order = await makeOrder(shop, { promised_at: '2046-12-06T20:00:00Z' });
    const page = await (await get(`/orders/view/${order.order_number}?simple=1`)).text();
    expect(page).toContain('<p>Comprometida para el jueves 6 de diciembre de 2046 a las 17:00</p>');
  });

  test('PUB-12 the look-up’s form leads there, trimmed; empty it stays; with a script it is the script’s', async () => {
    const sent = await get('/?orden=+000123+&simple=1');
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/orders/view/000123?simple=1']);
    const empty = await get('/?orden=&simple=1');
    expect([empty.status, empty.headers.get('location')]).toEqual([303, '/']);
    const evil = await get('/?orden=%2F%2Fevil.example%2F..&simple=1');
    expect(evil.headers.get('location')).toBe('/orders/view/%2F%2Fevil.example%2F..?simple=1');
    expect(await (await get('/?orden=123')).text()).toBe('<p>aplicación</p>');
  });

  test.each(['999999', 'abc', '%E0%A4%A', '1%20or%201=1', '%3Cimg%20src=x%3E'])(
    'PUB-12 %s is no order, and the page asks for another number',
    async (typed) => {
      const response = await get(`/orders/view/${typed}?simple=1`);
      const page = await response.text();
      expect(response.status).toBe(404);
      expect(page).toContain(
        'No se encontró una orden con ese número. Por favor, verifica e intenta de nuevo.',
      );
      expect(page).toContain('name="orden"');
      expect(page).not.toContain('<img');
    },
  );

  test('PUB-12 the page looks like the site, runs nothing, is kept by nobody and carries the site’s headers', async () => {
    const order = await makeOrder(shop);
    const plain = await get(`/orders/view/${order.order_number}?simple=1`);
    const page = await plain.text();
    expect(page).toContain('href="/assets/index-1.css"');
    expect(page).not.toContain('<script');
    expect(plain.headers.get('cache-control')).toBe('no-store');
    const application = await get('/');
    for (const name of ['content-security-policy', 'referrer-policy', 'x-content-type-options']) {
      expect(plain.headers.get(name)).toBe(application.headers.get(name));
    }
  });
});

describe('PUB-13 the decision', () => {
  test('PUB-13 the page shows number, work and total, escaped, with one form and a way to reject', async () => {
    const { id, order_number: number } = await quoted({ technical_work: '<b>Pantalla</b> & "marco"' });
    const response = await get(link(id));
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain(formatOrderNumber(number));
    expect(page).toContain('&lt;b&gt;Pantalla&lt;/b&gt; &amp; &quot;marco&quot;');
    expect(page).toContain('$45.990');
    expect(page).toContain('Tu decisión es definitiva');
    expect(page).toContain('value="approved"');
    expect(page).not.toContain('value="rejected"');
    expect(page).toContain(`href="${`${link(id)}&rechazar=1`.replace('&', '&amp;')}"`);
  });

  test('PUB-13 no GET decides, whatever it carries', async () => {
    const { id } = await quoted();
    for (const query of ['&decision=approved', '&rechazar=1', '&rechazar=1&decision=rejected']) {
      expect((await get(link(id) + query)).status).toBe(200);
    }
    expect(await statusOf(id)).toBe('quoted');
  });

  test.each([
    ['approved', '/gracias/aprobado?simple=1', '¡Gracias! Presupuesto aprobado'],
    ['rejected', '/gracias/rechazado?simple=1', 'la orden fue cancelada'],
  ])('PUB-13 %s by the form is decided as by the page, and thanks', async (decision, thanks, words) => {
    const { id } = await quoted();
    const response = await post(link(id), `decision=${decision}`);
    expect([response.status, response.headers.get('location')]).toEqual([303, thanks]);
    expect(await statusOf(id)).toBe(decision);
    expect(await (await get(thanks)).text()).toContain(words);
    const [noted] = await shop.sql`select type from public.notifications where order_id = ${id}`;
    expect(noted).toEqual({ type: `quote_${decision}` });
  });

  test('PUB-13 a decision keeps where it came from, whatever the sender says of that', async () => {
    const { id } = await quoted();
    await post(link(id), 'decision=approved', {
      'user-agent': 'Lynx/2.9',
      'x-forwarded-for': '203.0.113.9',
    });
    const [origin] = await shop.sql`select * from public.decision_origins where order_id = ${id}`;
    expect(origin).toMatchObject({ browser: 'Lynx/2.9', account_id: null });
    expect(JSON.stringify(origin)).toContain('127.0.0');
    expect(JSON.stringify(origin)).not.toContain('203.0.113');
  });

  test('PUB-13 a form sent twice decides once, and the second answer shows the decision', async () => {
    const { id } = await quoted();
    const answers = await Promise.all([
      post(link(id), 'decision=approved'),
      post(link(id), 'decision=rejected'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const [event, ...others] =
      await shop.sql`select changes from public.order_events where order_id = ${id} and kind = 'decision'`;
    expect(others).toEqual([]);
    expect(event).toBeDefined();
    const page = await (await get(link(id))).text();
    expect(page).toContain('Decisión ya Registrada');
    expect(page).toContain('Este presupuesto ya tiene respuesta y no espera otra.');
    expect(page).not.toContain('<form');
  });

  test.each(['decision=delivered', 'decision=', '', 'decision[]=approved', 'orderId=x&decision=quoted'])(
    'PUB-13 «%s» decides nothing',
    async (body) => {
      const { id } = await quoted();
      const response = await post(link(id), body);
      expect(response.status).toBe(502);
      expect(await response.text()).toContain('Error al procesar la decisión. Por favor, intenta de nuevo.');
      expect(await statusOf(id)).toBe('quoted');
    },
  );

  test('PUB-13 a form of another site, another content type and a long body decide nothing', async () => {
    const { id } = await quoted();
    await post(link(id), 'decision=approved', { 'sec-fetch-site': 'cross-site' });
    await post(link(id), 'decision=approved', { 'content-type': 'text/plain' });
    expect((await post(link(id), `decision=approved&x=${'x'.repeat(5000)}`)).status).toBe(413);
    expect(await statusOf(id)).toBe('quoted');
    expect((await post(`/decision-presupuesto/${id}`, 'decision=approved')).status).toBe(405);
    expect(await statusOf(id)).toBe('quoted');
  });

  test.each(['00000000-0000-4000-8000-000000000000', 'x', '%E0%A4%A', '%3Cscript%3E'])(
    'PUB-13 the link with %s is not valid, read or posted to',
    async (id) => {
      const response = await get(`/decision-presupuesto/${id}?simple=1`);
      expect(response.status).toBe(404);
      const page = await response.text();
      expect(page).toContain('La orden que buscas no existe o el enlace no es válido.');
      expect(page).not.toContain('<script');
      const posted = await post(`/decision-presupuesto/${id}?simple=1`, 'decision=approved');
      expect([303, 405]).toContain(posted.status);
    },
  );

  test('PUB-27 the form decides on the quote that its page showed; another one is shown with a sentence', async () => {
    const { id } = await quoted();
    const posted = async () => {
      const fields = [
        ...(await (await get(link(id))).text()).matchAll(/name="(amount|version)" value="([^"]+)"/g),
      ];
      return new URLSearchParams([
        ['decision', 'approved'],
        ...fields.map(([, name, value]) => [name, value]),
      ] as [string, string][]).toString();
    };
    const before = await posted();
    await shop.sql`update public.service_orders set quote = 99000, total_amount = 99000 where id = ${id}`;
    const refused = await post(link(id), before);
    expect([refused.status, refused.headers.get('location')]).toEqual([303, `${link(id)}&cambio=1`]);
    expect(await statusOf(id)).toBe('quoted');
    const page = await (await get(`${link(id)}&cambio=1`)).text();
    expect(page).toContain(
      'El presupuesto cambió mientras lo veías y tu respuesta no se registró. Este es el nuevo: revísalo y responde.',
    );
    expect(page).toContain('$99.000');
    expect((await post(link(id), await posted())).headers.get('location')).toBe('/gracias/aprobado?simple=1');
    expect(await statusOf(id)).toBe('approved');
  });

  test('CUST-18 a customer who knows the id through a self-made tie is offered the link, and the link decides', async () => {
    const { id } = await quoted();
    await shop.sql`insert into private.read_orders (order_id) values (${id})`;
    const refused = await post(link(id), 'decision=rejected');
    expect(refused.headers.get('location')).toBe(`${link(id)}&enlace=falta`);
    const page = await (await get(`${link(id)}&enlace=falta`)).text();
    expect(page).toContain(
      'Tu respuesta no se registró: para aprobar o rechazar hace falta el enlace que enviamos al teléfono de la orden.',
    );
    expect(page).toContain('Envíame el enlace');
    await shop.sql`delete from public.whatsapp_messages where order_id = ${id}`;
    const sent = await post(`${link(id)}&enlace=falta`, '');
    expect(sent.headers.get('location')).toBe(`${link(id)}&enlace=enviado`);
    expect(await (await get(`${link(id)}&enlace=enviado`)).text()).toContain(
      'Te enviamos el enlace por WhatsApp al teléfono de la orden.',
    );
    const [message] =
      await shop.sql`select params[4] as link from public.whatsapp_messages where order_id = ${id}`;
    const keyed = String(message?.link).split('/').at(-1) ?? '';
    expect(await statusOf(id)).toBe('quoted');
    expect((await post(link(keyed), 'decision=approved')).headers.get('location')).toBe(
      '/gracias/aprobado?simple=1',
    );
  });

  test('PUB-13 a link without an id says so', async () => {
    const page = await (await get('/decision-presupuesto?simple=1')).text();
    expect(page).toContain('No se proporcionó un ID de orden en la URL.');
  });

  test.each([
    ['pending', 'Esta orden todavía no tiene un presupuesto por responder'],
    ['in_progress', 'Por ahora no hay un presupuesto por responder'],
    ['approved', 'Este presupuesto ya tiene respuesta y no espera otra.'],
    ['rejected', 'Este presupuesto ya tiene respuesta y no espera otra.'],
    ['completed', 'el trabajo ya está terminado'],
    ['cancelled', 'la orden fue cancelada'],
    ['delivered', 'el equipo ya fue entregado'],
  ] as const)('PUB-10 an order that is %s says why there is nothing to answer', async (status, words) => {
    const { id } = await makeOrder(shop, { status });
    const page = await (await get(link(id))).text();
    expect(page).toContain('Decisión ya Registrada');
    expect(page).toContain(words);
    expect(page).toContain(PUBLIC_STATUS_LABELS[status]);
    expect(page).not.toContain('<form');
  });
});

test('SEC-14 pages for anonymous visitors that wait for the database leave places for people', async () => {
  const order = await makeOrder(shop);
  const finished: string[] = [];
  let pages: Promise<unknown>[] = [];
  const waiting = async () => (await waitingSessions(shop.sql)).length;
  await shop.sql.begin(async (tx) => {
    await tx`lock table public.service_orders in access exclusive mode`;
    pages = Array.from({ length: 40 }, () =>
      get(`/orders/view/${order.order_number}?simple=1`).then(() => finished.push('page')),
    );
    await expect.poll(waiting).toBeGreaterThanOrEqual(3);
    const person = async () => {
      const { error } = await shop.people.customer.client.from('profiles').select('id').limit(1);
      expect(error).toBeNull();
      finished.push('person');
    };
    await person();
    expect(await waiting()).toBeLessThanOrEqual(3);
  });
  await Promise.all(pages);
  expect(finished[0]).toBe('person');
});
