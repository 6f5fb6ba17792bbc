import { TextField, type TextFieldProps } from '@taller/shared/ui/text-field.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import styles from './suggestions.module.css';
import { suggestionTexts as words } from './texts.ts';
import { useListKeys } from './use-list-keys.ts';

interface SuggestBoxProps {
  /** Properties of the text field, including those that the form registers. */
  text: TextFieldProps;
  /** None while the list is closed. */
  options: readonly string[];
  /** The text that the options complete. */
  query: string;
  onType: (text: string) => void;
  onPick: (at: number) => void;
  onOpen?: () => void;
  onClose: () => void;
}

/**
 * A text field with suggestions (WAI-ARIA: combobox with a list). Any other text stays possible: Enter takes a
 * suggestion only after an arrow key has chosen one.
 */
export function SuggestBox({ text, options, query, onType, onPick, onOpen, onClose }: SuggestBoxProps) {
  const isOpen = options.length > 0;
  const keys = useListKeys({
    count: options.length,
    query,
    first: -1,
    onPick,
    onClose,
    ...(onOpen && { onOpen }),
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
        onInput={({ currentTarget }) => onType(currentTarget.value)}
        onClick={onOpen}
        onKeyDown={keys.handleKey}
        onBlur={(event) => {
          onClose();
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
          onPick={onPick}
        />
      )}
    </div>
  );
}
