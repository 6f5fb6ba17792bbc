import type { OrderListFilter } from './order-filter.ts';
import type { BoardLimits, QueueFilter } from './work/work-queries.ts';

/** Query keys of orders for staff. */
export const orderKeys = {
  all: ['orders'] as const,
  allCalls: () => [...orderKeys.all, 'calls'] as const,
  calls: (page: number) => [...orderKeys.allCalls(), page] as const,
  /** The pages of the list and the counts above it. */
  lists: () => [...orderKeys.all, 'list'] as const,
  pages: () => [...orderKeys.lists(), 'page'] as const,
  list: (filter: OrderListFilter) => [...orderKeys.pages(), filter] as const,
  /** Queue and board: pages too, whose rows changes patch in place. */
  work: () => [...orderKeys.pages(), 'work'] as const,
  queue: (filter: QueueFilter) => [...orderKeys.work(), 'queue', filter] as const,
  board: (limits: BoardLimits) => [...orderKeys.work(), 'board', limits] as const,
  found: (search: string) => [...orderKeys.lists(), 'found', search] as const,
  viewCounts: () => [...orderKeys.lists(), 'view-counts'] as const,
  savedViewCounts: () => [...orderKeys.viewCounts(), 'saved'] as const,
  savedViews: () => [...orderKeys.all, 'saved-views'] as const,
  oldOrders: (before: string) => [...orderKeys.all, 'old', before] as const,
  details: () => [...orderKeys.all, 'detail'] as const,
  detail: (id: string) => [...orderKeys.details(), id] as const,
  idOf: (number: number) => [...orderKeys.details(), 'number', number] as const,
  contacts: (rut: string) => [...orderKeys.customers(), 'contacts', rut] as const,
  deletion: (id: string) => [...orderKeys.all, 'deletion', id] as const,
  internalNotes: (id: string) => [...orderKeys.detail(id), 'internal-notes'] as const,
  lineCosts: (id: string) => [...orderKeys.detail(id), 'line-costs'] as const,
  place: (id: string) => [...orderKeys.detail(id), 'place'] as const,
  movable: (numbers: readonly number[]) => [...orderKeys.all, 'movable', ...numbers] as const,
  passport: (device: string) => [...orderKeys.all, 'passport', device] as const,
  checklists: (id: string) => [...orderKeys.detail(id), 'checklists'] as const,
  photos: (id: string) => [...orderKeys.detail(id), 'photos'] as const,
  sentPhotos: (token: string) => [...orderKeys.all, 'sent-photos', token] as const,
  waitingPhoto: (id: string) => [...orderKeys.all, 'waiting-photo', id] as const,
  signatures: (id: string) => [...orderKeys.detail(id), 'signatures'] as const,
  signing: (id: string, moment: string, others: readonly string[]) =>
    [...orderKeys.detail(id), 'signing', moment, ...others] as const,
  linkSigning: (token: string) => [...orderKeys.all, 'link-signing', token] as const,
  paperCode: (id: string) => [...orderKeys.detail(id), 'paper-code'] as const,
  paperCheck: (code: string) => [...orderKeys.all, 'paper-check', code] as const,
  timeline: (id: string) => [...orderKeys.detail(id), 'timeline'] as const,
  changesSince: (id: string, version: number) => [...orderKeys.timeline(id), 'since', version] as const,
  decisions: (id: string) => [...orderKeys.detail(id), 'decisions'] as const,
  decisionOrigins: (id: string) => [...orderKeys.decisions(id), 'origins'] as const,
  intakeState: (id: string) => [...orderKeys.detail(id), 'intake-state'] as const,
  phoneOrders: (id: string, phone: string) => [...orderKeys.detail(id), 'phone', phone] as const,
  related: (id: string) => [...orderKeys.detail(id), 'related'] as const,
  warranty: (id: string) => [...orderKeys.detail(id), 'warranty'] as const,
  visit: (id: string) => [...orderKeys.detail(id), 'visit'] as const,
  payments: (id: string) => [...orderKeys.detail(id), 'payments'] as const,
  documents: (id: string) => [...orderKeys.detail(id), 'documents'] as const,
  receipt: (link: string) => [...orderKeys.all, 'receipt', link] as const,
  allDrawers: () => [...orderKeys.all, 'drawers'] as const,
  openDrawers: () => [...orderKeys.allDrawers(), 'open'] as const,
  drawers: (page: number) => [...orderKeys.allDrawers(), page] as const,
  drawerSheet: (id: string) => [...orderKeys.allDrawers(), 'sheet', id] as const,
  due: (until: string) => [...orderKeys.all, 'due', until] as const,
  printed: (id: string) => [...orderKeys.all, 'print', id] as const,
  printedLetter: (id: string) => [...orderKeys.printed(id), 'letter'] as const,
  printedTerms: (id: string) => [...orderKeys.all, 'printed-terms', id] as const,
  printedCode: (id: string) => [...orderKeys.all, 'printed-code', id] as const,
  customers: () => [...orderKeys.all, 'customer'] as const,
  customer: (by: string, value: string) => [...orderKeys.customers(), by, value] as const,
  warranties: (clues: Readonly<Record<'rut' | 'phone' | 'imei', string>>) =>
    [...orderKeys.customers(), 'warranties', clues] as const,
  promiseRehearsal: (margin: number) => [...orderKeys.all, 'promise-rehearsal', margin] as const,
  promiseSuggestion: (clues: Readonly<Record<'type' | 'brand' | 'problem', string>>) =>
    [...orderKeys.all, 'promise-suggestion', clues] as const,
  foundCustomers: (search: string) => [...orderKeys.customers(), 'found', search] as const,
  customerRecord: (id: string) => [...orderKeys.customers(), 'record', id] as const,
  customerOrders: (id: string, page: number) => [...orderKeys.customerRecord(id), 'orders', page] as const,
  payableOrders: (id: string) => [...orderKeys.customerRecord(id), 'payable'] as const,
  customerDevices: (id: string, page: number) => [...orderKeys.customerRecord(id), 'devices', page] as const,
  statement: (id: string, month: string) => [...orderKeys.customerRecord(id), 'statement', month] as const,
};

/** Query keys of the tax documents of a month. */
export const taxMonthKeys = {
  sums: (month: string) => ['tax-month', month] as const,
  documents: (month: string, page: number) => [...taxMonthKeys.sums(month), 'documents', page] as const,
  missing: (month: string, page: number) => [...taxMonthKeys.sums(month), 'missing', page] as const,
};

/** Query keys of the devices that the shop's orders name. */
export const usualDeviceKeys = { all: ['usual-devices'] as const };

/** Query keys of a customer's own orders. */
export const customerOrderKeys = {
  all: ['customer-orders'] as const,
  list: (rut: string) => [...customerOrderKeys.all, 'list', rut] as const,
  order: (orderId: string) => [...customerOrderKeys.all, 'order', orderId] as const,
};

/** Query keys of a quote, read by its link. */
export const quoteKeys = {
  all: ['quote'] as const,
  order: (orderId: string) => [...quoteKeys.all, orderId] as const,
};

/** Query keys of the public order lookup. */
export const publicOrderStatusKeys = {
  all: ['public-order-status'] as const,
  order: (orderNumber: number) => [...publicOrderStatusKeys.all, orderNumber] as const,
};
