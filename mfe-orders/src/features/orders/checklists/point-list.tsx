import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { allWork, countResults, RESULTS, type Point } from '@taller/shared/orders/checklists/checklist.ts';
import { checklistTexts } from '@taller/shared/orders/checklists/checklist-texts.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import hidden from '@taller/shared/ui/hidden.module.css';
import styles from './checklists.module.css';
import { checklistFormTexts as texts } from './texts.ts';

interface PointListProps {
  points: readonly Point[];
  /** The button for all is what a new list begins with. */
  autoFocus?: boolean;
  /** Whether only the button for all points is shown, with the count of each result. */
  isFolded?: boolean;
  /** A key that presses the button for all. */
  shortcut?: string;
  /** Content beside the button for all. */
  more?: ReactNode;
  onChange: (points: Point[]) => void;
}

/**
 * The points of a checklist, each with one of three results. 1, 2 and 3 say one and go on to the next point; Enter only
 * goes on.
 */
export function PointList({
  points,
  autoFocus = false,
  isFolded = false,
  shortcut,
  more,
  onChange,
}: PointListProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const say = (at: number, result: Point['result']) =>
    onChange(points.map((point, place) => (place === at ? { ...point, result } : point)));
  const handleKey = (event: KeyboardEvent, at: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const result = RESULTS[['1', '2', '3'].indexOf(event.key)];
    if (!result && event.key !== 'Enter') return;
    event.preventDefault();
    if (result) say(at, result);
    const next = list.current?.querySelectorAll('[role=radiogroup]')[at + 1];
    next?.querySelector<HTMLElement>('input:checked')?.focus();
  };
  const counts = countResults(points);
  return (
    <div className={styles.list}>
      <div className={styles.all}>
        <Button autoFocus={autoFocus} aria-keyshortcuts={shortcut} onClick={() => onChange(allWork(points))}>
          {counts.fails > 0 ? texts.restWorks : texts.allWork}
        </Button>
        {more}
        <p role="status" className={styles.counts}>
          {texts.counts(counts)}
        </p>
      </div>
      <div ref={list} hidden={isFolded}>
        {points.map(({ label, result }, at) => (
          // Its radio buttons have the focus.
          // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
          <div
            key={label}
            role="radiogroup"
            aria-labelledby={`${id}-${at}`}
            className={styles.point}
            onKeyDown={(event) => handleKey(event, at)}
          >
            <span id={`${id}-${at}`}>{label}</span>
            <span className={styles.results}>
              {RESULTS.map((value) => (
                <label key={value} className={styles.result} data-result={value}>
                  <input
                    type="radio"
                    className={hidden.hidden}
                    name={`${id}-${at}-result`}
                    checked={value === result}
                    onChange={() => say(at, value)}
                  />
                  {checklistTexts.results[value]}
                </label>
              ))}
            </span>
          </div>
        ))}
      </div>
      {!isFolded && <p className={styles.hint}>{texts.hint}</p>}
    </div>
  );
}
