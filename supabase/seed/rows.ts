/** The rows written by the seed, with the generated types and all timestamps required. */
import type { Database } from '@taller/shared/db/database.types.ts';

type Tables = Database['public']['Tables'];
export type Row<T extends keyof Tables> = Tables[T]['Insert'];

/** A row of the activity log, without the cost of the part. */
export type ActivityEntry = Omit<
  Database['public']['Views']['activity_logs']['Row'],
  'cost_price_affected' | 'cost_price' | 'quantity' | 'supplier_id'
> & { quantity?: number; supplier_id?: string };

/** The cost of the part in a row of the activity log. */
export interface ActivityCost {
  entry_id: string;
  cost_price_affected: number;
  cost_price: number | null;
}

/** A device code as entered; encrypted before it is stored. */
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
