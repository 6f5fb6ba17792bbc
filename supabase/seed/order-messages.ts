/** The WhatsApp messages of an order's history, in the states that the provider reported. Rules: MSG-01. */
import { formatClp } from '@taller/shared/values/money.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import type { OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import { normalisePhone } from '@taller/shared/values/phone.ts';
import { warrantyDaysWords } from '@taller/shared/orders/warranty.ts';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import type { Random } from './random.ts';
import type { Row } from './rows.ts';

type MessageEvent = 'created' | 'in_progress' | 'quoted' | 'completed' | 'cancelled' | 'delivered';

const EVENTS: readonly string[] = [
  'created',
  'in_progress',
  'quoted',
  'completed',
  'cancelled',
  'delivered',
] satisfies MessageEvent[];

const isMessageEvent = (event: string): event is MessageEvent => EVENTS.includes(event);

/** Free text formatted as a parameter, like private.message_text: the template adds the full stop. */
const messageText = (text: string | null | undefined) =>
  (text ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[. ]+$/, '') || 'Sin detalle';

/** Body parameters of each template, as fixed by the database at the time of the change. */
function params(order: Row<'service_orders'>, event: MessageEvent, siteUrl: string): string[] {
  const number = `${formatOrderNumber(order.order_number ?? 0)}${order.warranty_repair ? ' (en garantía)' : ''}`;
  const ofEvent: Readonly<Record<MessageEvent, () => string[]>> = {
    created: () => [number],
    in_progress: () => [number, 'En Progreso'],
    quoted: () => [
      number,
      messageText(order.technical_work),
      formatClp(order.total_amount),
      `${siteUrl}/decision-presupuesto/${order.id}`,
    ],
    completed: () => [number],
    cancelled: () => [number, messageText(order.cancellation_reason)],
    delivered: () => [
      number,
      `Garantía de ${warrantyDaysWords({
        warranty_days: order.warranty_days ?? null,
        parts_warranty_days: order.parts_warranty_days ?? null,
      })}`,
    ],
  };
  return ofEvent[event]();
}

/** Date and site that messages refer to. */
export interface MessageDesk {
  readonly today: Date;
  readonly siteUrl: string;
}

/** Collects the messages of orders. */
export class OrderMessages {
  readonly #desk: MessageDesk;
  readonly #rows: Row<'whatsapp_messages'>[];

  constructor(desk: MessageDesk, rows: Row<'whatsapp_messages'>[]) {
    this.#desk = desk;
    this.#rows = rows;
  }

  /** Adds the message of an event; events without a template have none. Each event occurs once per demo order. */
  queue(order: Row<'service_orders'>, event: 'created' | OrderStatus, at: Date, random: Random): void {
    if (!isMessageEvent(event)) return;
    this.#rows.push({
      id: random.uuid(),
      order_id: order.id ?? '',
      event,
      occurrence: 1,
      template: FIRST_VALUES.messages[event].template,
      language: FIRST_VALUES.messages.language,
      params: params(order, event, this.#desk.siteUrl),
      phone: normalisePhone(order.customer_phone),
      created_at: at.toISOString(),
      queued_at: at.toISOString(),
      next_attempt_at: at.toISOString(),
      ...this.#fate(at, random),
    });
  }

  /** Outcome of a message: most are read, some are not delivered. */
  #fate(queued: Date, random: Random): Partial<Row<'whatsapp_messages'>> {
    const { today } = this.#desk;
    const later = (from: number, seconds: number): number => Math.min(from + seconds * 1000, today.getTime());
    const sent = later(queued.getTime(), random.int(1, 9));
    const delivered = later(sent, random.int(1, 40));
    const iso = (time: number): string => new Date(time).toISOString();
    const state = random.weighted({ read: 74, delivered: 16, sent: 6, failed: 4 });
    if (state === 'failed') {
      return {
        state,
        attempts: 5,
        failed_at: iso(later(sent, 1900)),
        error_code: '131026',
        error_message: 'El número no tiene WhatsApp.',
      };
    }
    return {
      state,
      attempts: 1,
      provider_message_id: `wamid.DEMO${random.uuid().replaceAll('-', '')}`,
      sent_at: iso(sent),
      delivered_at: state === 'sent' ? null : iso(delivered),
      read_at: state === 'read' ? iso(later(delivered, random.int(20, 9000))) : null,
    };
  }
}

/** The newest messages are in progress: one waits for a retry, one is being sent. */
export function holdNewest(rows: Row<'whatsapp_messages'>[], today: Date): void {
  const newest = rows.toSorted((a, b) => String(b.created_at).localeCompare(String(a.created_at)));
  const waiting = {
    provider_message_id: null,
    sent_at: null,
    delivered_at: null,
    read_at: null,
    failed_at: null,
    error_code: null,
    error_message: null,
  };
  const [first, second] = newest;
  if (first) {
    const retry = new Date(today.getTime() + 10 * 60_000).toISOString();
    Object.assign(first, waiting, {
      state: 'queued',
      attempts: 2,
      next_attempt_at: retry,
      error_message: 'El proveedor no responde.',
    });
  }
  if (second) {
    const until = new Date(today.getTime() + 60_000).toISOString();
    Object.assign(second, waiting, { state: 'sending', attempts: 1, locked_until: until });
  }
}
