import { useState } from 'react';
import { TextField, type TextFieldProps } from '@taller/shared/ui/text-field.tsx';
import { SuggestionList } from '../suggestions/suggestion-list.tsx';
import styles from '../suggestions/suggestions.module.css';
import { useListKeys } from '../suggestions/use-list-keys.ts';

interface PickFieldProps {
  /** Properties of the text field, including those that the form registers. */
  text: TextFieldProps;
  listLabel: string;
  /** The suggestions for the typed text; each a different text. */
  options: readonly string[];
  onPick: (at: number) => void;
  /** Called when somebody types. */
  onType?: () => void;
}

/** A text field whose options come with what is typed (WAI-ARIA: combobox with a list). Any other text is possible. */
export function PickField({ text, listLabel, options, onPick, onType }: PickFieldProps) {
  const [isTyping, setTyping] = useState(false);
  const shown = isTyping ? options : [];
  const close = () => setTyping(false);
  const pick = (at: number) => {
    onPick(at);
    close();
  };
  const keys = useListKeys({
    count: shown.length,
    query: shown.join('\n'),
    first: -1,
    onPick: pick,
    onClose: close,
    onOpen: () => setTyping(true),
  });
  return (
    <div className={styles.frame}>
      <TextField
        {...text}
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={shown.length > 0 ? keys.listId : undefined}
        aria-activedescendant={keys.active >= 0 ? keys.optionId(keys.active) : undefined}
        onInput={() => {
          setTyping(true);
          onType?.();
        }}
        onKeyDown={keys.handleKey}
        onBlur={(event) => {
          close();
          text.onBlur?.(event);
        }}
      />
      {shown.length > 0 && (
        <SuggestionList
          id={keys.listId}
          label={listLabel}
          options={shown}
          active={keys.active}
          optionId={keys.optionId}
          onMark={keys.mark}
          onPick={pick}
        />
      )}
    </div>
  );
}
