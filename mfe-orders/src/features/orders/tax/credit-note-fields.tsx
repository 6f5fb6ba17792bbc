import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { orderDocumentsQuery } from '@taller/shared/orders/tax/documents-query.ts';
import { useQuery } from '@taller/shared/query';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { DocumentFields } from './document-fields.tsx';
import { taxTexts as texts } from './texts.ts';

interface CreditNoteFieldsProps<V extends FieldValues, T> {
  orderId: string;
  control: Control<V, unknown, T>;
  name: FieldPath<V>;
}

/** Asks for the nota de crédito of a refund, where a document could be cancelled by one (TAX-10). */
export function CreditNoteFields<V extends FieldValues, T>({
  orderId,
  control,
  name,
}: CreditNoteFieldsProps<V, T>) {
  const { data = [] } = useQuery(orderDocumentsQuery(orderId));
  const cancellable = data.flatMap(({ documents }) => documents.filter(({ creditable }) => creditable > 0));
  if (cancellable.length === 0) return null;
  return (
    <>
      <Banner tone="warning">{texts.refundAsks}</Banner>
      <DocumentFields control={control} name={name} kinds={['nota_credito']} cancellable={cancellable} />
    </>
  );
}
