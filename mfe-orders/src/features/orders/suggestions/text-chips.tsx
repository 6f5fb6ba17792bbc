import { useRef, useState, type KeyboardEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { classNames } from '@taller/shared/ui/class-names.ts';
import type { OrderFormControls } from '#src/features/orders/form/order-form-values.ts';
import styles from './suggestions.module.css';
import { hasText, toggleText } from './toggle-text.ts';

interface TextChipsProps {
  form: OrderFormControls;
  /** The field that the texts go into. */
  name: 'condition' | 'description' | 'technicalWork';
  label: string;
  /** Undefined while the settings are being loaded. */
  texts: readonly string[] | undefined;
  /** Told of each press. */
  onToggle?: (text: string, isAdded: boolean) => void;
}

/**
 * Buttons below a field: one press adds a text to it, another takes it out (CFG-62). One stop of the Tab key, with
 * arrows between them.
 */
export function TextChips({ form, name, label, texts, onToggle }: TextChipsProps) {
  const value = useWatch({ control: form.control, name });
  const [isLate] = useState(texts === undefined);
  const [reached, setReached] = useState(0);
  const row = useRef<HTMLDivElement>(null);
  if (!isLate && (texts ?? []).length === 0) return null;
  const stop = Math.min(reached, (texts ?? []).length - 1);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step === undefined ? null : row.current?.children[stop + step];
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    // It becomes the row's stop as it gets the focus.
    next.focus();
  };
  return (
    <div
      ref={row}
      role="group"
      aria-label={label}
      className={classNames(styles.chips, isLate && styles.late)}
    >
      {texts?.map((text, at) => (
        <button
          key={text}
          type="button"
          className={styles.chip}
          aria-pressed={hasText(value, text)}
          tabIndex={at === stop ? 0 : -1}
          onFocus={() => setReached(at)}
          onKeyDown={move}
          onClick={() => {
            onToggle?.(text, !hasText(form.getValues(name), text));
            form.setValue(name, toggleText(form.getValues(name), text), {
              shouldDirty: true,
              shouldValidate: form.formState.isSubmitted,
            });
          }}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
