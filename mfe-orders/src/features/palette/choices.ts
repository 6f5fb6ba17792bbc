import { may, mayOpen } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import type { Screen } from '@taller/shared/contract/screen.ts';
import { isOpenTo, isProtected } from '@taller/shared/contract/screen-access.ts';
import type { FoundOrder } from '@taller/shared/orders/found-orders-query.ts';
import { readCode } from '@taller/shared/orders/scan/read-code.ts';
import { formatItemCode, parseItemCode } from '@taller/shared/stock/item-code.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import type { OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import { NEW_PARAMETER } from '#src/components/new-parameter.ts';
import { paletteTexts as texts } from './texts.ts';

/** Something to choose in the palette. */
export interface Choice {
  /** Unique; kept as a recent choice. */
  key: string;
  group: keyof typeof texts.groups;
  label: string;
  detail?: string;
  status?: OrderStatus;
  /** The address it leads to; null for the end of the session. */
  href: string | null;
}

const RECENT_ORDER = /^order ([\da-f-]{36}) (\d+)$/;

/** The role's screens with an address of their own (UI-06), each title once. */
function screensOf(role: Role, screens: readonly Screen[]): Choice[] {
  const seen = new Set<string>();
  return screens.flatMap((screen) => {
    const { path, title, tab, header, query, signedOut } = screen;
    const isOffered = isProtected(screen) ? isOpenTo(screen, role) : header !== undefined;
    if (!isOffered || signedOut || query || path.includes(':') || seen.has(title)) return [];
    seen.add(title);
    const label = tab ?? header ?? title;
    const detail = label === title ? undefined : title;
    return [{ key: path, group: 'screens' as const, label, detail, href: path }];
  });
}

/** Everything that the role may choose without a search. @param screens all screens of the site. */
export function choicesOf(role: Role, screens: readonly Screen[]): Choice[] {
  const asNew = (path: string) => `${path}?${NEW_PARAMETER}=1`;
  const action = (label: string, href: string | null): Choice => ({
    key: href ?? 'sign-out',
    group: 'actions',
    label,
    href,
  });
  return [
    ...(may(role, 'orders.create') ? [action(texts.newOrder, asNew(paths.dashboard.getHref()))] : []),
    ...(mayOpen(role, 'appointments')
      ? [action(texts.newAppointment, asNew(paths.dashboardAppointments.getHref()))]
      : []),
    action(texts.signOut, null),
    ...screensOf(role, screens),
  ];
}

export function orderChoice(order: FoundOrder): Choice {
  const number = formatOrderNumber(order.order_number);
  return {
    key: `order ${order.id} ${number}`,
    group: 'orders',
    label: texts.order(number),
    detail: [order.customer_name, `${order.equipment_brand} ${order.equipment_model}`.trim()].join(' · '),
    status: order.status,
    href: paths.orderView.getHref(order.id),
  };
}

/** The screens that a scanned code leads to at once, without a search (REC-98). */
export function codeChoices(text: string, origin: string): Choice[] {
  const choice = (label: string, href: string): Choice => ({
    key: `code ${href}`,
    group: 'actions',
    label,
    href,
  });
  const item = parseItemCode(text);
  if (item !== null) {
    const code = formatItemCode(item);
    return [choice(texts.product(code), `${paths.dashboardInventory.getHref()}?buscar=${code}`)];
  }
  const code = readCode(text, origin);
  if (code.kind === 'order-id') return [choice(texts.scannedOrder, paths.orderView.getHref(code.id))];
  if (code.kind === 'place')
    return [choice(texts.moveDevices, `${paths.moveDevices.getHref()}?codigo=${code.code}`)];
  if (code.kind === 'device')
    return [choice(texts.device(code.imei), paths.devicePassport.getHref(code.imei))];
  return [];
}

/** The text to search for among the orders: the number in a label's code, else the text itself. */
export function searchedFor(text: string, origin: string): string {
  const code = readCode(text, origin);
  if (code.kind === 'order') return formatOrderNumber(code.number);
  // 'Ubilla' reads as a place, and is a surname.
  return code.kind === 'foreign' || code.kind === 'order-id' ? '' : text;
}

/** The orders that a text means: of a label's code that of its number alone, which others may have in a phone. */
export function meantBy(text: string, orders: readonly FoundOrder[], origin: string): readonly FoundOrder[] {
  const code = readCode(text, origin);
  return code.kind === 'order' ? orders.filter((order) => order.order_number === code.number) : orders;
}

/** The kept choices that are still open to the role. */
export function recentOf(keys: readonly string[], known: readonly Choice[]): Choice[] {
  return keys.flatMap((key) => {
    const [, id, number = ''] = RECENT_ORDER.exec(key) ?? [];
    if (id)
      return [
        { key, group: 'recent' as const, label: texts.order(number), href: paths.orderView.getHref(id) },
      ];
    return known
      .filter((choice) => choice.key === key)
      .map((choice) => ({ ...choice, group: 'recent' as const }));
  });
}

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The choices with every word of the text, accents aside. */
export function matching(choices: readonly Choice[], text: string): Choice[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  return choices.filter(({ label, detail = '' }) => {
    const said = folded(`${label} ${detail}`);
    return words.every((word) => said.includes(word));
  });
}
