import { useEffect, useId, useRef } from 'react';
import { StatusBadge } from '@taller/shared/orders/status/status-badge.tsx';
import type { Choice } from './choices.ts';
import { paletteTexts as texts } from './texts.ts';
import styles from './palette.module.css';

export interface ChoiceListProps {
  id: string;
  choices: readonly Choice[];
  /** Place of the active choice. */
  active: number;
  onActive: (key: string) => void;
  onChoose: (choice: Choice, inNewTab: boolean) => void;
}

interface OptionProps extends Omit<ChoiceListProps, 'choices' | 'active'> {
  choice: Choice;
  isActive: boolean;
}

function Option({ id, choice, isActive, onActive, onChoose }: OptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // The field has the focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.option}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => onActive(choice.key)}
      onClick={(event) => onChoose(choice, event.ctrlKey || event.metaKey)}
    >
      <span className={styles.words}>
        <span className={styles.label}>{choice.label}</span>
        {choice.detail && <span className={styles.detail}>{choice.detail}</span>}
      </span>
      {choice.status && <StatusBadge status={choice.status} />}
    </div>
  );
}

/** The palette's choices in their groups. */
export function ChoiceList({ id, choices, active, onActive, onChoose }: ChoiceListProps) {
  const heading = useId();
  const groups = [...new Set(choices.map(({ group }) => group))];
  return (
    <div id={id} role="listbox" aria-label={texts.list} className={styles.list}>
      {groups.map((group) => (
        <div key={group} role="group" aria-labelledby={`${heading}-${group}`}>
          <div id={`${heading}-${group}`} role="presentation" className={styles.heading}>
            {texts.groups[group]}
          </div>
          {choices.map(
            (choice, place) =>
              choice.group === group && (
                <Option
                  key={choice.key}
                  id={`${id}-${place}`}
                  choice={choice}
                  isActive={place === active}
                  onActive={onActive}
                  onChoose={onChoose}
                />
              ),
          )}
        </div>
      ))}
    </div>
  );
}
