/** Payments of test orders. */
import { randomUUID } from 'node:crypto';
import type { Json } from '@taller/shared/db/database.types.ts';
import type { Person, Shop } from './shop.ts';

type By = Pick<Person, 'client'>;

interface TakeArguments {
  p_id?: string;
  p_method?: string;
  p_reference?: string;
  p_note?: string;
  p_document?: Json;
  p_till?: string;
}

/** Records what was received for orders, by id. @returns the refusal, or null. */
export const takePayment = async (
  { client }: By,
  amounts: Readonly<Record<string, number>>,
  more: TakeArguments = {},
) =>
  (
    await client.rpc('take_payment', {
      p_id: randomUUID(),
      p_orders: Object.entries(amounts).map(([id, amount]) => ({ id, amount })),
      p_method: 'cash',
      ...more,
    })
  ).error;

/** The answer where more cash is asked of a drawer than is in it, which is kept and therefore no error. */
export const NOT_SO_MUCH = { code: '23514', message: 'There is not so much in the drawer.' };

/** Records what was given back. @returns the refusal, or null. */
export const giveBack = async (
  { client }: By,
  orderId: string,
  amount: number,
  more: { p_id?: string; p_method?: string; p_reason?: string; p_document?: Json; p_till?: string } = {},
) => {
  const { data, error } = await client.rpc('give_back', {
    p_id: randomUUID(),
    p_order_id: orderId,
    p_amount: amount,
    p_method: 'transfer',
    p_reason: 'Cobramos de más',
    ...more,
  });
  return error ?? (data ? null : NOT_SO_MUCH);
};

/** Adds the counter-entry of a payment. @returns the refusal, or null. */
export const correctPayment = async (
  { client }: By,
  paymentId: string,
  more: { p_id?: string; p_reason?: string; p_till?: string } = {},
) => {
  const { data, error } = await client.rpc('correct_payment', {
    p_id: randomUUID(),
    p_payment_id: paymentId,
    p_reason: 'Era de otra orden',
    ...more,
  });
  return error ?? (data ? null : NOT_SO_MUCH);
};

/** The payments of an order, as a person reads them. */
export async function paymentsOf({ client }: By, orderId: string) {
  const { data, error } = await client.rpc('order_payments', { p_order_id: orderId });
  if (error) throw new Error(error.message);
  return data;
}

/** Method and amount of each, as the desk reads them. */
export const ledgerOf = async (shop: Pick<Shop, 'people'>, orderId: string) =>
  (await paymentsOf(shop.people.admin, orderId)).map(({ method, amount }) => `${method} ${amount}`);

/** Orders and payments that break a rule of the ledger, of which there are none. */
export const brokenLedgers = async (shop: Pick<Shop, 'sql'>) => [
  ...(await shop.sql`
    with ledger as (
      select s.order_id, coalesce(sum(s.amount) filter (where s.part = 'advance'), 0) as advance,
        coalesce(sum(s.amount) filter (where s.part = 'final'), 0) as final
      from private.payment_shares s group by s.order_id
    )
    select 'the columns differ' as rule, o.id from public.service_orders o left join ledger l on l.order_id = o.id
    where (o.advance_payment, o.final_payment) is distinct from (coalesce(l.advance, 0), coalesce(l.final, 0))
    union all
    select 'less than nothing', l.order_id from ledger l where l.advance < 0 or l.final < 0
    union all
    select 'for no order', p.id from private.payments p
    where not exists (select from private.payment_shares s where s.payment_id = p.id)
    union all
    select 'another amount than its shares', p.id from private.payments p
    where p.amount <> (select sum(s.amount) from private.payment_shares s where s.payment_id = p.id)
    union all
    select 'no counter-entry', p.id from private.payments p
    where p.corrects is not null and exists (
      select from private.payment_shares s full join private.payment_shares c
        on c.payment_id = p.id and (c.order_id, c.part, c.amount) = (s.order_id, s.part, -s.amount)
      where (s.payment_id = p.corrects or s.payment_id is null and c.payment_id = p.id) and (s is null or c is null))`),
];
