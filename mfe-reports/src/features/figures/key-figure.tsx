import type { CSSProperties, ReactNode } from 'react';
import Eye from 'lucide-react/icons/eye';
import { classNames } from '@taller/shared/ui/class-names.ts';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { useOpenOrders, type FigureOrders } from '#src/features/drill-down/open-orders.ts';
import { commonTexts } from '#src/components/texts.ts';
import styles from './key-figure.module.css';
import { Sparkline } from './sparkline.tsx';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Minus from 'lucide-react/icons/minus';
import { formatChange } from '#src/values/format-figures.ts';
import { figureTexts } from '#src/features/figures/texts.ts';

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

interface KeyFigureProps {
  name: string;
  now: number | null;
  before: number | null;
  /** Values of the period's steps, for the small line. */
  line?: readonly (number | null)[];
  /** Days of each step. */
  step?: number;
  format: (value: number) => string;
  lessIsBetter?: boolean;
  /** The orders that it counts. */
  orders: FigureOrders;
  /** Next to the button of its orders. */
  actions?: ReactNode;
  /** Within a card, which has the frame. */
  sunken?: boolean;
}

/** A figure of a period with its change, its course and its orders. An item of a list. */
export function KeyFigure(props: KeyFigureProps) {
  const { name, now, before, line, step = 1, format, lessIsBetter, orders, actions, sunken } = props;
  const open = useOpenOrders();
  return (
    <KeyTile
      name={name}
      figure={now === null ? '—' : format(now)}
      className={sunken ? styles.sunken : undefined}
      actions={
        <>
          {actions}
          <IconButton
            size="sm"
            label={commonTexts.view(name)}
            icon={<Eye aria-hidden="true" />}
            onClick={() => open(orders)}
          />
        </>
      }
    >
      <Change now={now} before={before} format={format} lessIsBetter={lessIsBetter} />
      {line && <Sparkline name={name} values={line} step={step} format={format} />}
    </KeyTile>
  );
}

interface KeyTileProps {
  name: string;
  /** Shown above the name. */
  figure: ReactNode;
  actions?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** The frame of a figure: its name below it, and what is in it. */
export function KeyTile({ name, figure, actions, className, children }: KeyTileProps) {
  const length = typeof figure === 'string' ? figure.length : 1;
  return (
    <li className={classNames(styles.tile, className)} style={{ '--length': length } as CSSProperties}>
      <h3 className={styles.name}>{name}</h3>
      <p className={styles.figure}>{figure}</p>
      <div className={styles.actions}>{actions}</div>
      {children}
    </li>
  );
}
