import type { ComponentProps } from 'react';
import { orderListQuery } from '@taller/shared/orders/order-list-queries.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { parseOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useQuery } from '@taller/shared/query';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { useSettled } from '@taller/shared/ui/use-settled.ts';
import { writeOffTexts } from '#src/features/inventory/texts.ts';
import styles from './inventory.module.css';

/** Pause in typing after which the server is asked. */
const PAUSE_MS = 250;
const LEAST_LETTERS = 2;

/** The order's customer and device. */
const describe = (order: { customer_name: string; equipment_brand: string; equipment_model: string }) =>
  `${order.customer_name} · ${order.equipment_brand} ${order.equipment_model}`;

interface OrderFieldProps extends ComponentProps<typeof TextField> {
  /** Current text of the field. */
  typed: string;
  /** Called with the number of the chosen order. */
  onPick: (number: string) => void;
}

/**
 * An order's number, found by typing it or the customer's name (INV-22). The suggestions are the desk's own search,
 * with its rights and its entries in the access log. They are a list of their own: a datalist would hide the names
 * that differ from the typed text in their accents.
 */
export function OrderField({ typed, onPick, ...field }: OrderFieldProps) {
  const settled = useSettled(typed.trim(), PAUSE_MS);
  const number = parseOrderNumber(settled);
  const { data } = useQuery({
    ...orderListQuery({
      search: number === null ? settled : String(number),
      field: number === null ? 'customer_name' : 'order_number',
      status: null,
      technicianId: null,
      waitReason: null,
      place: null,
      view: null,
      sort: null,
      page: 1,
    }),
    enabled: number !== null || settled.length >= LEAST_LETTERS,
  });
  const found = settled === typed.trim() ? data?.orders : undefined;
  const meant = number === null ? undefined : found?.find((order) => order.order_number === number);
  const orders = number === null ? (found ?? []) : [];
  return (
    <div>
      <TextField
        {...field}
        hint={meant ? writeOffTexts.orderOf(describe(meant)) : field.hint}
        warning={number !== null && found && !meant ? writeOffTexts.noOrder : undefined}
        autoComplete="off"
      />
      {orders.length > 0 && (
        <ul className={styles.found} aria-label={writeOffTexts.found}>
          {orders.map((order) => (
            <li key={order.id}>
              <button type="button" onClick={() => onPick(formatOrderNumber(order.order_number))}>
                <strong>{`#${formatOrderNumber(order.order_number)}`}</strong> {describe(order)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
