import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { TextField, type TextFieldProps } from '@taller/shared/ui/text-field.tsx';
import type { OrderFormControls } from '#src/features/orders/form/order-form-values.ts';
import { matching } from './canned-text.ts';
import { SuggestionList } from './suggestion-list.tsx';
import styles from './suggestions.module.css';
import { suggestionTexts as words } from './texts.ts';
import { useListKeys } from './use-list-keys.ts';

/** More are reached by typing. */
const MOST = 50;

interface SuggestFieldProps {
  form: OrderFormControls;
  name: 'brand' | 'model';
  suggestions: readonly string[];
  /** Properties of the text field, including those that the form registers. */
  text: TextFieldProps;
}

/**
 * A text field with suggestions (WAI-ARIA: combobox with a list). Any other text stays possible: Enter takes a
 * suggestion only after an arrow key has chosen one.
 */
export function SuggestField({ form, name, suggestions, text }: SuggestFieldProps) {
  const value = useWatch({ control: form.control, name });
  const [opened, setOpened] = useState<'no' | 'all' | 'typed'>('no');
  const query = opened === 'typed' ? value : '';
  const found = opened === 'no' ? [] : matching(suggestions, query).slice(0, MOST);
  // The list closes once the text equals its only option.
  const options = found.length === 1 && found[0] === value ? [] : found;
  const isOpen = options.length > 0;
  const close = () => setOpened('no');
  const pick = (at: number) => {
    const option = options[at];
    if (option === undefined) return;
    form.setValue(name, option, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    close();
  };
  const keys = useListKeys({
    count: options.length,
    query: `${opened}${query}`,
    first: -1,
    onPick: pick,
    onClose: close,
    onOpen: () => setOpened('all'),
  });
  return (
    <div className={styles.frame}>
      <TextField
        {...text}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? keys.listId : undefined}
        aria-activedescendant={keys.active >= 0 ? keys.optionId(keys.active) : undefined}
        onInput={() => setOpened('typed')}
        onClick={() => setOpened((now) => (now === 'no' ? 'all' : now))}
        onKeyDown={keys.handleKey}
        onBlur={(event) => {
          close();
          text.onBlur?.(event);
        }}
      />
      {isOpen && (
        <SuggestionList
          id={keys.listId}
          label={words.suggestions}
          options={options}
          active={keys.active}
          optionId={keys.optionId}
          onMark={keys.mark}
          onPick={pick}
        />
      )}
    </div>
  );
}
