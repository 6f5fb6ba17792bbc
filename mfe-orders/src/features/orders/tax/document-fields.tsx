import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import {
  DOCUMENT_LABELS,
  documentName,
  type DocumentKind,
  type TaxDocument,
} from '@taller/shared/orders/tax/tax-document.ts';
import {
  chosenKind,
  isIssued,
  issuedChoice,
  LONGEST_ACTIVITY,
  LONGEST_BUSINESS_NAME,
  NO_DOCUMENT,
  type DocumentChoice,
  type DocumentForm,
} from '@taller/shared/orders/tax/tax-schema.ts';
import { useQuery } from '@taller/shared/query';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { FormSelect } from '@taller/shared/ui/form-select.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { taxTexts as texts } from './texts.ts';

/** The kinds of documents for received money. */
export const PAYMENT_DOCUMENTS: readonly DocumentKind[] = ['boleta', 'factura', 'voucher'];

/** The available kinds: first those issued by the provider, if the shop has one (TAX-12). */
function choicesOf(
  kinds: readonly DocumentKind[],
  isElectronic: boolean,
): { value: DocumentChoice; label: string }[] {
  const recorded = kinds.map((value) => ({
    value,
    label:
      isElectronic && issuedChoice(value)
        ? texts.alreadyIssued(DOCUMENT_LABELS[value])
        : DOCUMENT_LABELS[value],
  }));
  if (!isElectronic) return recorded;
  const issued = kinds.flatMap((kind) => {
    const value = issuedChoice(kind);
    return value ? [{ value, label: texts.issue(DOCUMENT_LABELS[kind]) }] : [];
  });
  return [...issued, ...recorded];
}

interface DocumentFieldsProps<V extends FieldValues, T> {
  control: Control<V, unknown, T>;
  /** The field that holds the document's form. */
  name: FieldPath<V>;
  kinds: readonly DocumentKind[];
  /** The documents that a nota de crédito can cancel. */
  cancellable?: readonly TaxDocument[];
  /** Whether the document can be left out; false for the form that adds one. */
  optional?: boolean;
}

/** The kind and number of a payment's tax document; the number is asked only once a kind is chosen (TAX-08). */
export function DocumentFields<V extends FieldValues, T>({
  control,
  name,
  kinds,
  cancellable = [],
  optional = true,
}: DocumentFieldsProps<V, T>) {
  const path = (field: string) => `${name}.${field}` as FieldPath<V>;
  const choice = useController({ control, name: path('kind') }).field.value as DocumentForm['kind'];
  const kind = choice === NO_DOCUMENT ? null : chosenKind(choice);
  const { data: settings } = useQuery(deskSettingsQuery());
  return (
    <>
      <FormSelect
        control={control}
        name={path('kind')}
        label={texts.kind}
        placeholder={optional ? texts.none : texts.chooseKind}
        options={choicesOf(kinds, settings?.electronicDocuments === true)}
        {...(isIssued(choice) && { hint: texts.issueHint })}
      />
      {kind && !isIssued(choice) && (
        <Text
          control={control}
          name={path('folio')}
          label={texts.folio}
          hint={kind === 'voucher' ? texts.voucherHint : texts.folioHint}
          inputMode="numeric"
          maxLength={10}
        />
      )}
      {kind === 'factura' && (
        <>
          <Text control={control} name={path('rut')} label={texts.rut} />
          <Text
            control={control}
            name={path('businessName')}
            label={texts.businessName}
            maxLength={LONGEST_BUSINESS_NAME}
          />
          <Text
            control={control}
            name={path('activity')}
            label={texts.activity}
            maxLength={LONGEST_ACTIVITY}
          />
        </>
      )}
      {kind === 'nota_credito' && (
        <FormSelect
          control={control}
          name={path('cancels')}
          label={texts.cancels}
          placeholder={texts.chooseCancels}
          options={cancellable.map((document) => ({
            value: document.id,
            label: texts.creditLeft(documentName(document), formatClp(document.creditable)),
          }))}
        />
      )}
    </>
  );
}

interface FieldProps<V extends FieldValues, T> {
  control: Control<V, unknown, T>;
  name: FieldPath<V>;
  label: string;
  hint?: string;
  maxLength?: number;
  inputMode?: 'numeric';
}

function Text<V extends FieldValues, T>({ control, name, ...rest }: FieldProps<V, T>) {
  const { field, fieldState } = useController({ control, name });
  return <TextField {...field} {...rest} error={fieldState.error?.message} autoComplete="off" />;
}
