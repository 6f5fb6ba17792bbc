import { optionalText } from '#src/values/field-schemas.ts';
import { dashedRut, hasRightCheckDigit, isRepeatedRut } from '#src/values/rut.ts';
import { z } from '#src/values/zod.ts';
import { DOCUMENT_KINDS, type DocumentKind } from './tax-document.ts';

/** Longest texts of a factura: the database has the same limits (TAX-03). */
export const LONGEST_BUSINESS_NAME = 100;
export const LONGEST_ACTIVITY = 40;
const LONGEST_FOLIO = 10;

/** The value for no document. */
export const NO_DOCUMENT = '';

/** A document that was issued elsewhere, by its folio, or one that the shop's provider is asked for (TAX-12). */
export const DOCUMENT_CHOICES = [
  ...DOCUMENT_KINDS,
  'issue_boleta',
  'issue_factura',
  'issue_nota_credito',
] as const;
export type DocumentChoice = (typeof DOCUMENT_CHOICES)[number];

const ISSUE = 'issue_';
/** The choice of asking the provider for a kind; undefined for a voucher, which the payment terminal issues. */
export const issuedChoice = (kind: DocumentKind): DocumentChoice | undefined =>
  DOCUMENT_CHOICES.find((choice) => choice === ISSUE + kind);
export const isIssued = (choice: string): boolean => choice.startsWith(ISSUE);
/** The kind of a choice. */
export const chosenKind = (choice: DocumentChoice): DocumentKind => choice.replace(ISSUE, '') as DocumentKind;

const FOLIO_REQUIRED = 'Escribe el folio con números.';

const shape = z.object({
  /** A DocumentChoice, or NO_DOCUMENT. */
  kind: z.enum([NO_DOCUMENT, ...DOCUMENT_CHOICES]),
  folio: optionalText(),
  rut: z.string().check(z.overwrite(dashedRut)),
  businessName: optionalText(LONGEST_BUSINESS_NAME),
  activity: optionalText(LONGEST_ACTIVITY),
  /** The document that a nota de crédito cancels. */
  cancels: z.string(),
});
export type DocumentForm = z.output<typeof shape>;

/** A form of a payment's document; nothing of it is asked without a kind. */
export const documentSchema = shape.check((context) => {
  const { kind: choice, folio, rut, businessName, activity, cancels } = context.value;
  if (choice === NO_DOCUMENT) return;
  const kind = chosenKind(choice);
  const issue = (path: keyof DocumentForm, message: string) =>
    context.issues.push({ code: 'custom', message, path: [path], input: context.value });
  if (!isIssued(choice) && !new RegExp(`^0*[1-9]\\d{0,${LONGEST_FOLIO - 1}}$`).test(folio))
    issue('folio', FOLIO_REQUIRED);
  if (kind === 'factura') {
    if (!hasRightCheckDigit(rut) || isRepeatedRut(rut)) issue('rut', 'Revisa el RUT de la factura.');
    if (!businessName) issue('businessName', 'Escribe la razón social.');
    if (!activity) issue('activity', 'Escribe el giro.');
  }
  if (kind === 'nota_credito' && !cancels) issue('cancels', 'Elige qué documento anula.');
});

/** A document that is added to a payment, which therefore has a kind. */
export const addedDocumentSchema = z.object({
  document: documentSchema.check(
    z.refine(({ kind }) => kind !== NO_DOCUMENT, { error: 'Elige el documento.', path: ['kind'] }),
  ),
});
export type AddedDocument = z.output<typeof addedDocumentSchema>;

export const EMPTY_DOCUMENT: DocumentForm = {
  kind: NO_DOCUMENT,
  folio: '',
  rut: '',
  businessName: '',
  activity: '',
  cancels: '',
};

/** The document as the database takes it; undefined without a kind. */
export function toDocument(form: DocumentForm) {
  const { kind: choice, folio, rut, businessName, activity, cancels } = form;
  if (choice === NO_DOCUMENT) return undefined;
  const kind = chosenKind(choice);
  return {
    kind,
    ...(isIssued(choice) ? { electronic: true } : { folio: Number(folio) }),
    ...(kind === 'factura' && { rut, business_name: businessName, activity }),
    ...(kind === 'nota_credito' && { cancels }),
  };
}
