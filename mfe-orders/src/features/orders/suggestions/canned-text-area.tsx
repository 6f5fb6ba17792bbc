import { classNames } from '@taller/shared/ui/class-names.ts';
import { TextArea, type TextAreaProps } from '@taller/shared/ui/text-area.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import styles from './suggestions.module.css';
import { suggestionTexts as words } from './texts.ts';
import { useCannedText } from './use-canned-text.ts';

interface CannedTextAreaProps extends Omit<TextAreaProps, 'onKeyDown' | 'onInput' | 'onClick'> {
  /** The shop's texts for this field. */
  texts: readonly string[];
  /** It spans the columns of its form. */
  wide?: boolean;
}

/**
 * A text area into which the shop's texts are inserted (CFG-61): `/` at the beginning of a word opens the list, letters
 * filter it, arrows and Enter choose. Its button does the same for fingers. What was typed stays, and Ctrl+Z takes an
 * inserted text back.
 */
export function CannedTextArea({ texts, wide = false, onBlur, ...props }: CannedTextAreaProps) {
  const { frame, options, keys, look, pick, openAtCaret, isAsked, close } = useCannedText(texts);
  const isOpen = options.length > 0;
  return (
    <div ref={frame} className={classNames(styles.frame, wide && styles.wide)}>
      <TextArea
        {...props}
        aria-autocomplete={texts.length > 0 ? 'list' : undefined}
        aria-controls={isOpen ? keys.listId : undefined}
        aria-activedescendant={isOpen ? keys.optionId(keys.active) : undefined}
        onInput={(event) => look(event.currentTarget)}
        onClick={(event) => isAsked && look(event.currentTarget)}
        onKeyDown={keys.handleKey}
        onBlur={(event) => {
          close();
          onBlur?.(event);
        }}
      />
      {texts.length > 0 && (
        <button
          type="button"
          // Keys have the slash: the way through the form stays as short as it is.
          tabIndex={-1}
          className={styles.open}
          title={words.openHint}
          aria-expanded={isOpen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={openAtCaret}
        >
          {words.open}
        </button>
      )}
      <span role="status" className={styles.said}>
        {isOpen ? words.found(options.length) : ''}
      </span>
      {isOpen && (
        <SuggestionList
          id={keys.listId}
          label={words.list}
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
