import { useId } from 'react';
import { formatClp } from '#src/values/money.ts';
import { isChoosable, lineAmount, lineDetail, lineGroups, lineTitle, type QuoteLine } from './quote-lines.ts';
import { quoteTexts as texts } from './quote-texts.ts';
import styles from './quote-line-list.module.css';

export interface QuoteLineListProps<L extends QuoteLine> {
  readonly lines: readonly L[];
  /** Options are ticked and alternatives chosen; without it the list only says which are. */
  readonly onPick?: (line: L, chosen: boolean) => void;
  readonly disabled?: boolean;
}

/** The lines of a quote, with what can be chosen of them (QUO-03). */
export function QuoteLineList<L extends QuoteLine>({ lines, onPick, disabled }: QuoteLineListProps<L>) {
  const id = useId();
  const row = (line: L) => {
    const detail = [lineDetail(line), !onPick && !line.chosen && texts.notTaken].filter(Boolean).join(' · ');
    const text = (
      <span className={styles.text}>
        <span>{lineTitle(line)}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
    );
    const amount = <span className={styles.amount}>{formatClp(lineAmount(line))}</span>;
    if (!onPick || !isChoosable(line))
      return (
        <div className={`${styles.line} ${line.chosen ? '' : styles.left}`}>
          {text}
          {amount}
        </div>
      );
    return (
      <label key={line.id} className={`${styles.line} ${styles.pick}`}>
        <input
          type={line.optional ? 'checkbox' : 'radio'}
          name={line.optional ? undefined : `${id}-${line.choice}`}
          checked={line.chosen}
          disabled={disabled}
          onChange={(event) => onPick(line, event.target.checked)}
        />
        {text}
        {amount}
      </label>
    );
  };
  return (
    <ul className={styles.lines}>
      {lineGroups(lines).map(({ choice, lines: group }) => (
        <li key={group[0]?.id}>
          {choice === null ? (
            group.map(row)
          ) : (
            <fieldset className={styles.choice}>
              <legend>{onPick ? texts.choose(choice) : choice}</legend>
              {group.map((line) => (
                <div key={line.id}>{row(line)}</div>
              ))}
            </fieldset>
          )}
        </li>
      ))}
    </ul>
  );
}
