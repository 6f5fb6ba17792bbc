import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Minus from 'lucide-react/icons/minus';
import { formatChange } from '#src/values/format-figures.ts';
import { figureTexts } from '#src/features/figures/texts.ts';
import styles from './key-figure.module.css';

interface ChangeProps {
  now: number | null;
  before: number | null;
  format: (value: number) => string;
  /** Less is better, as with times. */
  lessIsBetter?: boolean;
}

/** The change against the period before, and what it was then. Without an amount before there is no change (REP-21). */
export function Change({ now, before, format, lessIsBetter = false }: ChangeProps) {
  if (before === null || before === 0) return <p className={styles.change}>{figureTexts.noneBefore}</p>;
  if (now === null) return <p className={styles.change}>{figureTexts.before(format(before))}</p>;
  const Arrow = now > before ? ArrowUp : now < before ? ArrowDown : Minus;
  const isBetter = lessIsBetter ? now < before : now > before;
  const tone = now === before ? undefined : isBetter ? 'better' : 'worse';
  return (
    <p className={styles.change}>
      <strong data-tone={tone}>
        <Arrow aria-hidden="true" />
        {formatChange(before, now)}
      </strong>{' '}
      {figureTexts.before(format(before))}
    </p>
  );
}
