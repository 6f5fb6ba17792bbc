import { documentName, type TaxDocument } from '@taller/shared/orders/tax/tax-document.ts';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { taxTexts as texts } from './texts.ts';

/** 'Boleta N° 1234 · $11.900 · 27-11-2026', and what became of it. */
export const documentFacts = (document: TaxDocument): string =>
  [
    documentName(document),
    formatClp(document.total),
    formatDate(document.issued_on),
    document.business_name,
    texts.states[document.state],
    document.answer,
  ]
    .filter(Boolean)
    .join(' · ');
