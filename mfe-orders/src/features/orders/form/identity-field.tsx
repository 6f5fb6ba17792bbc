import { useController } from 'react-hook-form';
import { ORDER_FIELDS } from '@taller/shared/orders/fields/order-fields.ts';
import { documentCountries, documentParts, NO_COUNTRY } from '@taller/shared/values/foreign-document.ts';
import { FormRutField } from '@taller/shared/forms/form-rut-field.tsx';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { orderFormTexts as texts } from '#src/features/orders/form/texts.ts';
import type { OrderFormControls } from './order-form-values.ts';
import styles from './order-fields.module.css';

/** Identifies the customer by RUT, or by a document and its country (ORD-102). */
export function IdentityField({ form }: { form: OrderFormControls }) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control: form.control, name: 'customerRut' });
  const document = documentParts(value);
  const error = fieldState.error?.message;
  const isCountryMissing = document?.country === NO_COUNTRY && document.number.trim() !== '';
  /** The error, and the ref of the field that takes the focus for it. */
  const wrong = { ref, error };
  return (
    <div className={styles.identity}>
      {document ? (
        <>
          <TextField
            {...(!isCountryMissing && wrong)}
            label={texts.document}
            hint={error && !isCountryMissing ? undefined : texts.documentHint}
            value={document.number}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={({ target }) => onChange(`${document.country}/${target.value}`)}
            onBlur={onBlur}
          />
          <Select
            {...(isCountryMissing && wrong)}
            label={texts.country}
            placeholder={texts.chooseCountry}
            options={documentCountries()}
            value={document.country === NO_COUNTRY ? '' : document.country}
            onChange={({ target }) => onChange(`${target.value || NO_COUNTRY}/${document.number}`)}
          />
        </>
      ) : (
        <FormRutField control={form.control} name="customerRut" label={ORDER_FIELDS.customerRut.label} />
      )}
      <Checkbox
        label={texts.withoutRut}
        checked={document !== null}
        onChange={({ target }) => onChange(target.checked ? `${NO_COUNTRY}/` : '')}
      />
    </div>
  );
}
