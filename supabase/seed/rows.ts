/** The rows that the seed writes, as the generated types know them, with every date of record given. */
import type { Database } from '@taller/shared/db/database.types.ts';

type Tables = Database['public']['Tables'];
export type Row<T extends keyof Tables> = Tables[T]['Insert'];

/** A line of the activity log, without what the part cost. */
export type ActivityEntry = Omit<
  Database['public']['Views']['activity_logs']['Row'],
  'cost_price_affected' | 'cost_price' | 'quantity' | 'supplier_id'
> & { quantity?: number; supplier_id?: string };

/** What the part of a line of the activity log cost. */
export interface ActivityCost {
  entry_id: string;
  cost_price_affected: number;
  cost_price: number | null;
}

/** A device's code as the counter typed it; sealed before it is stored. */
export interface DeviceCode {
  order_id: string;
  code: string;
  stored_at: string;
}

export interface OrderRows {
  orders: Row<'service_orders'>[];
  events: Row<'order_events'>[];
  decisions: Row<'decision_history'>[];
  notifications: Row<'notifications'>[];
  messages: Row<'whatsapp_messages'>[];
  internalNotes: Row<'service_order_internal'>[];
  codes: DeviceCode[];
}
