import { may } from '#src/access/permissions.ts';
import type { Role } from '#src/access/roles.ts';

/**
 * The views of the desk's list (ORD-61), in the order of their links. Which orders each has is a rule of the database
 * (`private.order_view_condition`); the interface knows only their names.
 */
export const ORDER_VIEWS = [
  'mine',
  'to_quote',
  'waiting',
  'to_repair',
  'ready',
  'to_return',
  'message_failed',
] as const;
export type OrderView = (typeof ORDER_VIEWS)[number];

/** The views of a role: own orders are a view for those to whom repairs are assigned. */
export const orderViewsOf = (role: Role): readonly OrderView[] =>
  ORDER_VIEWS.filter((view) => view !== 'mine' || may(role, 'orders.repair'));
