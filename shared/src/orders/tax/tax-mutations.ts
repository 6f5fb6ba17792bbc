import { supabase } from '@taller/shared/runtime';
import { useQueryClient } from '@taller/shared/query';
import { unwrap } from '#src/data-access/data-error.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { orderKeys } from '#src/orders/keys.ts';
import type { toDocument } from './tax-schema.ts';

/** The database function's arguments for a document. */
export type NewDocument = NonNullable<ReturnType<typeof toDocument>>;

function useReadAgain() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: orderKeys.details() });
}

interface Added {
  paymentId: string;
  document: NewDocument;
}

/** Adds the document of a payment (TAX-01). */
export function useAddDocumentMutation() {
  const onSettled = useReadAgain();
  return useOnceMutation({
    name: 'documento.agregar',
    mutationFn: async ({ paymentId, document }: Added, { id }) => {
      const database = await supabase();
      unwrap(
        await database.rpc('add_tax_document', { p_id: id, p_payment_id: paymentId, p_document: document }),
      );
    },
    onSettled,
  });
}

interface Annulled {
  documentId: string;
  reason: string;
}

/** Annuls a document that was written by mistake (TAX-05). */
export function useAnnulDocumentMutation() {
  const onSettled = useReadAgain();
  return useOnceMutation({
    name: 'documento.anular',
    mutationFn: async ({ documentId, reason }: Annulled, { id }) => {
      const database = await supabase();
      unwrap(
        await database.rpc('annul_tax_document', { p_id: id, p_document_id: documentId, p_reason: reason }),
      );
    },
    onSettled,
  });
}

/** Asks the provider again for a document that it rejected or has not answered (TAX-12). */
export function useRetryDocumentMutation() {
  const onSettled = useReadAgain();
  return useOnceMutation({
    name: 'documento.reintentar',
    mutationFn: async (documentId: string, { id }) => {
      const database = await supabase();
      unwrap(await database.rpc('retry_tax_document', { p_id: id, p_document_id: documentId }));
    },
    onSettled,
  });
}
