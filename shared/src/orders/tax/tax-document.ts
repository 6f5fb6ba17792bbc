import { formatDate } from '../../values/dates.ts';
import { formatClp } from '../../values/money.ts';

/** Tax documents of payments (TAX-01), as the database names them. */
export const DOCUMENT_KINDS = ['boleta', 'factura', 'voucher', 'nota_credito'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const DOCUMENT_LABELS: Readonly<Record<DocumentKind, string>> = {
  boleta: 'Boleta',
  factura: 'Factura',
  voucher: 'Voucher',
  nota_credito: 'Nota de crédito',
};

/** A document of a payment. */
export interface TaxDocument {
  id: string;
  created_at: string;
  created_by: string | null;
  kind: DocumentKind;
  /** Null until the provider has issued it. */
  folio: number | null;
  issued_on: string;
  net: number;
  tax: number;
  total: number;
  rut: string | null;
  business_name: string | null;
  cancels: string | null;
  state: 'recorded' | 'queued' | 'accepted' | 'rejected' | 'annulled';
  /** The reason why the provider rejected it, or why it was annulled. */
  answer: string | null;
  /** The amount that a nota de crédito can still cancel, in pesos. */
  creditable: number;
}

/** 'Boleta N° 1234'. */
export const documentName = ({ kind, folio }: Pick<TaxDocument, 'kind' | 'folio'>): string =>
  folio === null ? DOCUMENT_LABELS[kind] : `${DOCUMENT_LABELS[kind]} N° ${folio}`;

/** 'Boleta N° 1234 · 27-11-2026 · $11.900', without a total that is not told. */
export const paidDocumentWords = (
  document: Pick<TaxDocument, 'kind' | 'folio' | 'issued_on'> & { total?: number },
): string =>
  [
    documentName(document),
    formatDate(document.issued_on),
    document.total !== undefined && formatClp(document.total),
  ]
    .filter(Boolean)
    .join(' · ');
