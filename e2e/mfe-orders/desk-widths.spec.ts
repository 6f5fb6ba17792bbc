import type { Locator } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { failedMessage } from '../support/action-matrix.ts';
import { newOrder, rowOf, statusSelect } from '../support/orders.ts';
import { settled } from '../support/screen-faults.ts';

const NAME = 'Maximiliano Alejandro Fernández-Undurraga';

test('ORD-59 on a tablet the rows share their columns, and nothing of a row lies over another part of it', async ({
  openAs,
  shop,
}) => {
  const quoted = await newOrder(shop, { status: 'quoted', customer_name: NAME, quote: 1_234_990 });
  const pending = await newOrder(shop, { customer_name: NAME, quote: 1_234_990, advance_payment: 100_000 });
  const page = await openAs('admin', '/dashboard', { viewport: { width: 768, height: 900 } });
  for (const width of [768, 834, 900, 1024, 1100, 1199, 1200, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const rows = [rowOf(page, quoted), rowOf(page, pending)];
    const places: number[] = [];
    for (const row of rows) {
      await expect(row).toBeVisible();
      const found = await row.evaluate((element) => {
        const controls = [...element.querySelectorAll<HTMLElement>('button, select, a')];
        const texts = [...element.querySelectorAll<HTMLElement>('span')].filter((span) => span.textContent);
        const middle = (part: Element) => {
          const { x, y, width, height } = part.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2);
        };
        const overlaps = texts
          .filter(
            (text) =>
              text.checkVisibility() &&
              !text.matches(':has(button, select, a)') &&
              !text.closest('button, a'),
          )
          .flatMap((text) => {
            const a = text.getBoundingClientRect();
            return controls
              .filter((control) => !control.matches('[data-order-link]') && !control.contains(text))
              .filter((control) => {
                const b = control.getBoundingClientRect();
                return (
                  a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
                );
              })
              .map((control) => `${control.textContent} over ${text.textContent}`);
          });
        const covered = controls
          .filter((control) => control.checkVisibility() && !control.matches('[data-order-link]'))
          .filter((control) => !control.contains(middle(control)))
          .map((control) => control.textContent || control.ariaLabel);
        const status = element.querySelector('select, [aria-haspopup]')?.getBoundingClientRect().left ?? NaN;
        return { status, overlaps, covered, height: element.getBoundingClientRect().height };
      });
      expect(found, `${width} px`).toMatchObject({ overlaps: [], covered: [], height: 88 });
      places.push(found.status);
    }
    expect(places[0], `${width} px`).toBe(places[1]);
  }
});

test('ORD-59 at 768 and 1,280 px the longest status and the age of an order are shown in full', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { status: 'rejected', customer_name: NAME, quote: 1_234_990 });
  const page = await openAs('admin', '/dashboard', { viewport: { width: 1280, height: 900 } });
  const select = statusSelect(page, order);
  await expect(select.locator('option:checked')).toHaveText('Presupuesto Rechazado');
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page, 'resized');
    const missing = await select.evaluate((element) => {
      const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(element);
      const canvas = document.createElement('canvas').getContext('2d');
      if (!canvas) throw new Error('No canvas');
      canvas.font = font;
      const { width } = canvas.measureText('Presupuesto Rechazado');
      return width + parseFloat(paddingInlineStart) + parseFloat(paddingInlineEnd) - element.clientWidth;
    });
    expect(missing, `${width} px`).toBeLessThanOrEqual(0.5);
    // Created and last changed.
    const ages = rowOf(page, order).getByText('hace un momento', { exact: true });
    await expect(ages).toHaveCount(2);
    for (const age of await ages.all())
      expect(await age.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }
});

test('ORD-59 ORD-63 the longest next step is one line, beside the tabs and with the notes too', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { status: 'pending', customer_name: NAME, quote: 0 });
  const page = await openAs('receptionist', '/dashboard', { viewport: { width: 1280, height: 900 } });
  const step = rowOf(page, order).getByRole('button', { name: 'Presupuesto Listo' });
  for (const width of [768, 1024, 1200, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(step).toBeVisible();
    const lines = await step.evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      return new Set([...text.getClientRects()].map(({ top }) => top)).size;
    });
    expect(lines, `${width} px`).toBe(1);
  }
});

test('ORD-59 at 768 px a name of two lines leaves room for the device and what is wrong with it', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, {
    customer_name: 'Catalina Bustamante Rodríguez',
    equipment_brand: 'Samsung',
    equipment_model: 'Galaxy A54 5G',
    work_description: 'No carga.',
  });
  const page = await openAs('admin', '/dashboard', { viewport: { width: 768, height: 900 } });
  const row = rowOf(page, order);
  const device = row.getByText('Samsung Galaxy A54 5G');
  const problem = row.getByText('No carga.');
  await expect(device).toBeVisible();
  // A problem without room beside the device goes on under it.
  const said = await problem.evaluate((element) => ({
    end: element.getBoundingClientRect().bottom,
    room: element.parentElement?.getBoundingClientRect().bottom ?? 0,
  }));
  expect(said.end).toBeLessThanOrEqual(said.room + 1);
});

test('ORD-59 ORD-75 at 768 px the phone is below the longest name, and at 1,280 px each heading is above its values', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { customer_name: NAME });
  const page = await openAs('admin', '/dashboard', { viewport: { width: 768, height: 900 } });
  const row = rowOf(page, order);
  const customer = row.getByTitle(NAME);
  await expect(customer).toBeVisible();
  const [cell, phone] = await Promise.all([
    customer.boundingBox(),
    row.getByText('+56 9 5555 1234').boundingBox(),
  ]);
  expect((phone?.y ?? 0) + (phone?.height ?? 0)).toBeLessThanOrEqual(
    (cell?.y ?? 0) + (cell?.height ?? 0) + 1,
  );
  // The filters are in a sheet, so that the toolbar is one bar.
  const middles = async (names: readonly string[]) => {
    const boxes = await Promise.all(
      names.map((name) => page.getByRole('button', { name, exact: true }).boundingBox()),
    );
    return boxes.map((box) => box && Math.round(box.y + box.height / 2));
  };
  const [filters, add] = await middles(['Filtros', 'Nueva orden']);
  expect(filters).toBe(add);

  await page.setViewportSize({ width: 1280, height: 900 });
  await settled(page, 'resized');
  const headings = page.getByRole('group', { name: 'Ordenar la lista' });
  const left = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().left);
  const [created, changed] = await Promise.all([
    left(row.locator('time').first()),
    left(row.locator('div:has(> [aria-label="Último cambio"])')),
  ]);
  // A heading's words begin where the values do, its button a little before.
  expect(await left(headings.getByText('Orden', { exact: true }))).toBeCloseTo(created, 0);
  expect(await left(headings.getByText('Último cambio', { exact: true }))).toBeCloseTo(changed, 0);
  expect(changed).toBeGreaterThan(created);
});

test('ORD-60 a card on a phone names the technician and shows that a message has failed', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { customer_name: NAME });
  await failedMessage(shop, order);
  const page = await openAs('admin', '/dashboard', { viewport: { width: 390, height: 844 } });
  const row = rowOf(page, order);
  await expect(row.getByText('Sin técnico')).toBeVisible();
  // The technician takes no room of the device.
  const [device, technician] = await Promise.all(
    ['Samsung Galaxy A15', 'Sin técnico'].map((text) => row.getByText(text).boundingBox()),
  );
  expect(device && technician && device.y + device.height).toBeLessThanOrEqual((technician?.y ?? 0) + 1);
  await expect(row.getByRole('img', { name: 'El mensaje no llegó' })).toBeVisible();
});

test('ORD-59 the line between rows reaches the edge of the list, and a long device leaves its problem room', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, {
    equipment_brand: 'Xiaomi',
    equipment_model: 'Redmi Note 13 Pro Plus 5G',
    work_description: 'No carga',
  });
  const page = await openAs('admin', '/dashboard', { viewport: { width: 768, height: 900 } });
  const list = page.getByRole('list', { name: 'Lista de órdenes' });
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page, 'resized');
    const row = rowOf(page, order);
    await expect(row).toBeVisible();
    // Without a bar that takes room, as here: what is left would be an empty strip.
    const free = await list.evaluate(
      (box) =>
        box.getBoundingClientRect().right -
        box.clientLeft -
        (box.querySelector('[role=listitem]')?.getBoundingClientRect().right ?? 0),
    );
    expect(free, `${width} px`).toBeLessThan(1);
    const problem = row.getByText('No carga');
    const cell = await problem.locator('..').boundingBox();
    const says = await problem.boundingBox();
    expect((says?.y ?? 0) + (says?.height ?? 0), `${width} px`).toBeLessThanOrEqual(
      (cell?.y ?? 0) + (cell?.height ?? 0) + 1,
    );
  }
});
