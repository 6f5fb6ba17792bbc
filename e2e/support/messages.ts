/** Orders whose messages a test follows to the simulated provider. */
import type { Page } from '@playwright/test';
import type { RunningServer } from '@taller/server/start-server.ts';
import { expect } from './fixtures.ts';
import { asNumber, newOrder } from './orders.ts';

export interface TestOrder {
  id: string;
  number: string;
  phone: string;
}

/** A new order of a customer with a unique mobile number, of which no message was sent; none waits in the outbox. */
export async function freshOrder(shop: RunningServer, phone = '+56 9 6123 4567'): Promise<TestOrder> {
  const columns = { customer_name: 'Marta Mensajes', customer_phone: phone };
  const order = await newOrder(
    shop,
    columns,
    (sql) => sql`delete from whatsapp_messages where state = 'queued'`,
  );
  return { id: order.id, number: asNumber(order), phone };
}

/** Posts to the simulator's controls. */
export async function simulate(shop: RunningServer, what: string, body: object): Promise<void> {
  const response = await fetch(`${shop.url}/_dev/whatsapp/${what}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

/** The templates that the simulated provider has accepted for an order. */
export async function sentFor(shop: RunningServer, number: string): Promise<string[]> {
  const { messages } = (await (await fetch(`${shop.url}/_dev/whatsapp.json`)).json()) as {
    messages: { template: string; parameters: string[] }[];
  };
  return messages.filter(({ parameters }) => parameters[0] === number).map(({ template }) => template);
}

/** The order's page. */
export const viewOf = (order: TestOrder) => `/dashboard/orders/view/${order.id}`;
/** Chooses a status in the order's selector. */
export const choose = (page: Page, order: TestOrder, status: string) =>
  page.getByLabel(`Estado de la orden ${order.number}`).selectOption({ label: status });
/** The order's messages on its page. */
export const messagesOf = (page: Page) => page.getByRole('region', { name: 'Mensajes al cliente' });
