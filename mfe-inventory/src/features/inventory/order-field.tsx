import { useDeferredValue, useEffect, useId, useState, type ComponentProps } from 'react';
import { orderListQuery } from '@taller/shared/orders/order-list-query.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useQuery } from '@taller/shared/query';
import { TextField } from '@taller/shared/ui/text-field.tsx';

/** Pause in typing after which the server is asked. */
const PAUSE_MS = 250;
const LEAST_LETTERS = 2;

interface OrderFieldProps extends ComponentProps<typeof TextField> {
  /** What the field contains now. */
  typed: string;
}

/**
 * An order's number, found by typing it or the customer's name (INV-22). The suggestions are the desk's own search, with
 * its rights and its entries in the log of looks.
 */
export function OrderField({ typed, ...field }: OrderFieldProps) {
  const list = useId();
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isNumber = /^\d+$/.test(settled);
  const { data } = useQuery({
    ...orderListQuery({
      search: isNumber ? String(Number(settled)) : settled,
      field: isNumber ? 'order_number' : 'customer_name',
      status: null,
      technicianId: null,
      view: null,
      sort: null,
      page: 1,
    }),
    enabled: isNumber || settled.length >= LEAST_LETTERS,
  });
  const orders = useDeferredValue(data?.orders ?? []);
  return (
    <>
      <TextField {...field} list={list} autoComplete="off" />
      <datalist id={list}>
        {orders.map((order) => (
          <option key={order.id} value={formatOrderNumber(order.order_number)}>
            {`${order.customer_name} · ${order.equipment_brand} ${order.equipment_model}`}
          </option>
        ))}
      </datalist>
    </>
  );
}
