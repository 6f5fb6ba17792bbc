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
  /** The list's name; that of a field's suggestions if not given. */
  list?: string;
  /** The option that is marked at first: -1, where Enter keeps what was typed, if not given. */
  first?: 0 | -1;
  onType: (text: string) => void;
  onPick: (at: number) => void;
  /** Enter without an option to take. @returns whether the key was of use: else it goes on to the next field. */
  onEnter?: () => boolean;
  onOpen?: () => void;
  onClose: () => void;
}

/**
 * A text field with suggestions (WAI-ARIA: combobox with a list). Any other text stays possible: Enter takes a
 * suggestion only after an arrow key has chosen one, unless the first one is marked.
 */
export function SuggestBox({
  text,
  options,
  query,
  list = words.suggestions,
  first = -1,
  onType,
  onPick,
  onEnter,
  onOpen,
  onClose,
}: SuggestBoxProps) {
  const isOpen = options.length > 0;
  const keys = useListKeys({
    count: options.length,
    query,
    first,
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
        onKeyDown={(event) => {
          keys.handleKey(event);
          const isPlain =
            event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing;
          if (isPlain && !event.defaultPrevented && onEnter?.()) event.preventDefault();
        }}
        onBlur={(event) => {
          onClose();
          text.onBlur?.(event);
        }}
      />
      {isOpen && (
        <SuggestionList
          id={keys.listId}
          label={list}
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
