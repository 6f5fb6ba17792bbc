import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { TextFieldProps } from '@taller/shared/ui/text-field.tsx';
import type { OrderFormControls } from '#src/features/orders/form/order-form-values.ts';
import { matching } from './canned-text.ts';
import { SuggestBox } from './suggest-box.tsx';

/** More are reached by typing. */
const MOST = 50;

interface SuggestFieldProps {
  form: OrderFormControls;
  name: 'brand' | 'model';
  suggestions: readonly string[];
  /** Properties of the text field, including those that the form registers. */
  text: TextFieldProps;
}

/** A field of an order's form with the shop's own words as suggestions. */
export function SuggestField({ form, name, suggestions, text }: SuggestFieldProps) {
  const value = useWatch({ control: form.control, name });
  const [opened, setOpened] = useState<'no' | 'all' | 'typed'>('no');
  const query = opened === 'typed' ? value : '';
  const found = opened === 'no' ? [] : matching(suggestions, query).slice(0, MOST);
  // The list closes once the text equals its only option.
  const options = found.length === 1 && found[0] === value ? [] : found;
  const close = () => setOpened('no');
  return (
    <SuggestBox
      text={text}
      options={options}
      query={`${opened}${query}`}
      onType={() => setOpened('typed')}
      onPick={(at) => {
        const option = options[at];
        if (option === undefined) return;
        form.setValue(name, option, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
        close();
      }}
      onOpen={() => setOpened((now) => (now === 'no' ? 'all' : now))}
      onClose={close}
    />
  );
}
