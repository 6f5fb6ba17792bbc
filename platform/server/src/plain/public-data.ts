import type { Receipt } from '@taller/shared/orders/receipt/receipt.ts';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { deviceText } from '@taller/shared/orders/equipment.ts';
import type { QuoteLine } from '@taller/shared/orders/quote/quote-lines.ts';
import { isOrderStatus, type OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import { bookingData, type BookingData } from './booking-data.ts';
import type { SupabaseApi } from '../api/supabase-api.ts';
import { peerOf } from '../network/client-address.ts';
import { ConcurrencyLimitError, type ConcurrencyLimiter } from '../http/concurrency-limiter.ts';
import type { FunctionHost } from '../functions/function-host.ts';

export type OpenQuote = {
  orderNumber: number;
  status: 'quoted';
  device: string;
  technicalWork: string;
  totalAmount: number;
  version: string;
  lines: readonly QuoteLine[];
  taxRate: number;
  validUntil: string | null;
  expired: boolean;
};
type Quote = OpenQuote | { orderNumber: number; status: Exclude<OrderStatus, 'quoted'> };

/** Columns of public_order_status, and of get_quote, which has more. */
interface Row {
  order_number: number;
  status: string;
  wait?: string | null;
  unrepaired?: boolean | null;
  promised_at?: string | null;
  technical_work?: string | null;
  total_amount?: number | null;
  equipment_type?: string | null;
  equipment_brand?: string | null;
  equipment_model?: string | null;
  version?: string | null;
  lines?: readonly QuoteLine[] | null;
  tax_rate?: number | null;
  valid_until?: string | null;
  expired?: boolean | null;
}

/** Public facts of an order. */
interface KnownOrder {
  orderNumber: number;
  status: OrderStatus;
  wait: string | null;
  unrepaired: boolean;
  promisedAt: string | null;
}

/** Fields of a submitted form: the decision, and the quote that its page showed. */
export interface PostedDecision {
  decision: 'approved' | 'rejected';
  total_amount?: number;
  version?: string;
  /** Ids of the options and alternatives that are taken. */
  chosen?: readonly string[];
}

/** Anonymous data access like that of the browser's script: the same API and rate limits. */
export interface PublicData {
  /** Facts of the shop. */
  facts: ShopFacts;
  /** null for an unknown order; 'unavailable' when the API refuses or fails. */
  orderStatus(orderNumber: number): Promise<KnownOrder | null | 'unavailable'>;
  quote(orderId: string): Promise<Quote | null | 'unavailable'>;
  /** Sends the link of a quote to the phone of its order; false if that was refused or failed. */
  sendLink(orderId: string): Promise<boolean>;
  /** HTTP status of the function update-quote-status. */
  decide(orderId: string, posted: PostedDecision): Promise<number>;
  bookings: BookingData;
  /** The receipt of a link; null if it is of nothing. */
  receipt(link: string): Promise<Receipt | null | 'unavailable'>;
  /** Refuses more reminders by the link of one; false if it is of none. */
  refuseReminders(link: string): Promise<boolean | 'unavailable'>;
}

interface Asking {
  facts: ShopFacts;
  api: SupabaseApi;
  functions: FunctionHost;
  /** The concurrency limit for anonymous requests, shared with the API. */
  limiter: ConcurrencyLimiter;
  publishableKey: string;
  /** Headers of the visitor's request. */
  origin: string;
  client: string;
  browser: string;
}

function quoteOf(row: Row): Quote | null {
  if (!isOrderStatus(row.status)) return null;
  const { order_number: orderNumber, status } = row;
  if (status !== 'quoted') return { orderNumber, status };
  return {
    orderNumber,
    status,
    device: deviceText({
      equipment_type: row.equipment_type ?? '',
      equipment_brand: row.equipment_brand ?? '',
      equipment_model: row.equipment_model ?? '',
    }),
    technicalWork: row.technical_work ?? '',
    totalAmount: row.total_amount ?? 0,
    version: row.version ?? '',
    lines: row.lines ?? [],
    taxRate: row.tax_rate ?? 0,
    validUntil: row.valid_until ?? null,
    expired: row.expired === true,
  };
}

/** The receipt of an answer. */
const receiptOf = async (response: Response | undefined): Promise<Receipt | null | 'unavailable'> =>
  response?.ok ? (((await response.json()) as Receipt[])[0] ?? null) : 'unavailable';

/** Whether an answer is true. */
const isTrue = async (response: Response | undefined): Promise<boolean | 'unavailable'> =>
  response?.ok ? (await response.json()) === true : 'unavailable';

/** Calls the API on behalf of one visitor. */
export function publicData({
  facts,
  api,
  functions,
  limiter,
  publishableKey,
  origin,
  client,
  browser,
}: Asking): PublicData {
  /** Waits for a slot; undefined if too many requests are queued. */
  const limited = async (ask: () => Promise<Response>): Promise<Response | undefined> => {
    try {
      return await limiter.run(peerOf(client), ask);
    } catch (error) {
      if (error instanceof ConcurrencyLimitError) return undefined;
      throw error;
    }
  };
  const headers = { apikey: publishableKey, 'content-type': 'application/json' };
  const ask = (path: string, body?: object): Promise<Response | undefined> => {
    const request = new Request(new URL(path, origin), {
      method: body ? 'POST' : 'GET',
      headers,
      body: body && JSON.stringify(body),
    });
    return limited(() => api.fetch(request, origin, peerOf(client)));
  };
  const rows = async (path: string, body?: object): Promise<Row[] | 'unavailable'> => {
    const response = await ask(path, body);
    if (!response?.ok) return 'unavailable';
    return (await response.json()) as Row[];
  };
  const askFunction = async (name: string, body: object): Promise<Response | undefined> => {
    const handler = functions.find(name);
    if (!handler) return Response.json({}, { status: 502 });
    const request = new Request(new URL(`/functions/v1/${name}`, origin), {
      method: 'POST',
      // An order records the origin and browser of a decision; bookings are counted by it.
      headers: { ...headers, 'user-agent': browser, ...(client && { 'x-forwarded-for': client }) },
      body: JSON.stringify(body),
    });
    return limited(() => handler(request));
  };
  return {
    facts,
    async orderStatus(orderNumber) {
      const found = await rows(
        `/rest/v1/public_order_status?select=order_number,status,wait,unrepaired,promised_at&order_number=eq.${orderNumber}`,
      );
      if (found === 'unavailable') return found;
      const [order] = found;
      return isOrderStatus(order?.status)
        ? {
            orderNumber,
            status: order.status,
            wait: order.wait ?? null,
            unrepaired: order.unrepaired === true,
            promisedAt: order.promised_at ?? null,
          }
        : null;
    },
    async quote(orderId) {
      const found = await rows('/rest/v1/rpc/get_quote', { p_order_id: orderId });
      if (found === 'unavailable') return found;
      return found[0] ? quoteOf(found[0]) : null;
    },
    async sendLink(orderId) {
      const response = await ask('/rest/v1/rpc/send_quote_link', { p_order_id: orderId });
      await response?.body?.cancel();
      return response?.ok ?? false;
    },
    async decide(orderId, posted) {
      const response = await askFunction('update-quote-status', { orderId, ...posted });
      await response?.body?.cancel();
      return response?.status ?? 429;
    },
    receipt: async (link) => receiptOf(await ask('/rest/v1/rpc/get_receipt', { p_link: link })),
    refuseReminders: async (link) => isTrue(await ask('/rest/v1/rpc/refuse_reminders', { p_link: link })),
    bookings: bookingData({ facts, ask, askFunction: (body) => askFunction('book-appointment', body) }),
  };
}
