/** Tax documents of test payments. */
import { randomUUID } from 'node:crypto';
import type { Json } from '@taller/shared/db/database.types.ts';
import { paymentsOf } from './payments.ts';
import type { Person, Shop } from './shop.ts';

type By = Pick<Person, 'client'>;

/** Adds a document to a payment. @returns the refusal, or null. */
export const addDocument = async (
  { client }: By,
  paymentId: string,
  document: Readonly<Record<string, Json>>,
  p_id: string = randomUUID(),
) =>
  (await client.rpc('add_tax_document', { p_id, p_payment_id: paymentId, p_document: { ...document } }))
    .error;

/** Annuls a document that was written by mistake. @returns the refusal, or null. */
export const annulDocument = async (
  { client }: By,
  documentId: string,
  { p_id = randomUUID(), p_reason = 'Era otro folio' }: { p_id?: string; p_reason?: string } = {},
) => (await client.rpc('annul_tax_document', { p_id, p_document_id: documentId, p_reason })).error;

interface StoredDocument {
  id: string;
  kind: string;
  folio: number | null;
  net: number;
  tax: number;
  total: number;
  state: string;
  answer: string | null;
  rut: string | null;
}

/** The documents of an order's payments, and for how much each payment still needs one. */
export async function documentsOf({ client }: By, orderId: string) {
  const { data, error } = await client.rpc('order_documents', { p_order_id: orderId });
  if (error) throw new Error(error.message);
  return data.map(({ documents, ...row }) => ({
    ...row,
    documents: documents as unknown as StoredDocument[],
  }));
}

/** Each document in words, and what is missing. */
export const documentWords = async (by: By, orderId: string) =>
  (await documentsOf(by, orderId)).map(({ missing, documents }) =>
    [
      ...documents.map(
        ({ kind, folio, total, state }) =>
          `${kind} ${folio ?? '-'} ${total}${state === 'recorded' ? '' : ` ${state}`}`,
      ),
      `missing ${missing}`,
    ].join(', '),
  );

/** The id of an order's payment by its position. */
export const paymentAt = async (by: By, orderId: string, position: number): Promise<string> =>
  (await paymentsOf(by, orderId)).at(position)?.id ?? '';

/** Payments and documents that break a rule, of which there are none (TAX-02). */
export const brokenDocuments = async (shop: Pick<Shop, 'sql'>) => [
  ...(await shop.sql`
    with live as (
      select d.*, case d.kind when 'nota_credito' then -d.total else d.total end as signed
      from private.tax_documents d where d.state in ('recorded', 'queued', 'accepted')
    ), sums as (
      select p.id, (select coalesce(sum(s.amount), 0) from private.payment_shares s where s.payment_id = p.id) as amount,
        (select coalesce(sum(l.signed), 0) from live l where l.payment_id = p.id) as documented
      from private.payments p
    )
    select 'more documents than payment' as rule, s.id from sums s
    where s.documented not between least(s.amount, 0) and greatest(s.amount, 0)
    union all
    select 'more cancelled than there is', d.id from live d
    where d.total < (select coalesce(sum(c.total), 0) from live c where c.cancels = d.id)
    union all
    select 'less tax than nothing', d.id from live d
    where d.net < (select coalesce(sum(c.net), 0) from live c where c.cancels = d.id)
      or d.tax < (select coalesce(sum(c.tax), 0) from live c where c.cancels = d.id)
    union all
    select 'one folio twice', d.id from live d join live o on (o.kind, o.folio) = (d.kind, d.folio) and o.id <> d.id`),
];
