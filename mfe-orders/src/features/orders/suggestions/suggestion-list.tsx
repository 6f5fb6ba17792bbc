import { useEffect, useRef } from 'react';
import { classNames } from '@taller/shared/ui/class-names.ts';
import styles from './suggestions.module.css';

interface SuggestionListProps {
  id: string;
  label: string;
  options: readonly string[];
  active: number;
  optionId: (at: number) => string;
  onMark: (at: number) => void;
  onPick: (at: number) => void;
}

/** The options below a text field. A press does not take the focus from the field. */
export function SuggestionList({
  id,
  label,
  options,
  active,
  optionId,
  onMark,
  onPick,
}: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      className={styles.list}
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option, at) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field's keys choose it.
        <div
          key={option}
          id={optionId(at)}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className={classNames(styles.option, at === active && styles.active)}
          onMouseMove={() => at !== active && onMark(at)}
          onClick={() => onPick(at)}
        >
          {option}
        </div>
      ))}
    </div>
  );
}
