/** The receipt of a payment as it is read by its link (PAY-13), for the page with and without a script. */
import { formatDate, formatDateTime } from '../../values/dates.ts';
import { formatClp } from '../../values/money.ts';
import { deviceText } from '../equipment.ts';
import { methodLabel } from '../ledger/payment-method.ts';
import { balanceOf } from '../payments.ts';
import { documentName, type TaxDocument } from '../tax/tax-document.ts';

/** A row of get_receipt. */
export interface Receipt {
  order_number: number;
  equipment_type: string;
  equipment_brand: string;
  equipment_model: string;
  status: string;
  total_amount: number | null;
  advance_payment: number;
  final_payment: number;
  created_at: string;
  method: string;
  /** Negative if it was given back. */
  amount: number;
  is_correction: boolean;
  corrected: boolean;
  /** Without amounts where the payment is of other orders too. */
  documents: (Pick<TaxDocument, 'kind' | 'folio' | 'issued_on'> &
    Partial<Pick<TaxDocument, 'net' | 'tax' | 'total'>>)[];
}

export const receiptTexts = {
  order: 'Orden',
  title: 'Comprobante de pago',
  titleBack: 'Comprobante de devolución',
  corrected: 'Este pago fue corregido: ya no vale.',
  correction: 'Corrige un pago anterior.',
  device: 'Equipo',
  date: 'Fecha',
  method: 'Medio de pago',
  total: 'Total de la orden',
  paid: 'Pagado hasta hoy',
  balance: 'Saldo',
  back: 'Por devolver',
  allPaid: 'Pagado',
  document: (net: string, tax: string, total: string) => `${total} (neto ${net}, IVA ${tax})`,
  missing: 'Este comprobante no existe o ya no está disponible.',
  missingHint: 'Revisa que el enlace esté completo, tal como te lo enviamos.',
  failed: 'No pudimos cargar el comprobante. Inténtalo de nuevo.',
  loading: 'Cargando el comprobante…',
  question: '¿Algo no calza? Llámanos:',
  print: 'Imprimir',
  home: 'Ir al inicio',
} as const;

/** The notice that voids a receipt; null if it is valid. */
export function receiptNotice(receipt: Receipt): string | null {
  if (receipt.corrected) return receiptTexts.corrected;
  return receipt.is_correction ? receiptTexts.correction : null;
}

export const receiptTitle = ({ amount }: Pick<Receipt, 'amount'>): string =>
  amount < 0 ? receiptTexts.titleBack : receiptTexts.title;

/** The facts of a receipt, one line each. */
export function receiptFacts(receipt: Receipt): { term: string; value: string }[] {
  const balance = balanceOf(receipt);
  return [
    { term: receiptTexts.date, value: formatDateTime(receipt.created_at) },
    { term: receiptTexts.method, value: receipt.method && methodLabel(receipt.method) },
    ...receipt.documents.map((document) => ({
      term: documentName(document),
      value:
        document.total === undefined
          ? formatDate(document.issued_on)
          : receiptTexts.document(
              formatClp(document.net ?? 0),
              formatClp(document.tax ?? 0),
              formatClp(document.total),
            ),
    })),
    { term: receiptTexts.device, value: deviceText(receipt) },
    { term: receiptTexts.total, value: formatClp(receipt.total_amount) },
    { term: receiptTexts.paid, value: formatClp(receipt.advance_payment + receipt.final_payment) },
    balance < 0
      ? { term: receiptTexts.back, value: formatClp(-balance) }
      : { term: receiptTexts.balance, value: balance === 0 ? receiptTexts.allPaid : formatClp(balance) },
  ].filter(({ value }) => value !== '');
}
