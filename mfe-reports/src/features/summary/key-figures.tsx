import { useId } from 'react';
import EyeOff from 'lucide-react/icons/eye-off';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import type { Earnings } from '@taller/shared/reports/earnings-queries.ts';
import type { ReportFigures } from '@taller/shared/reports/figures-query.ts';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import type { ReportPeriod } from '@taller/shared/reports/report-period.ts';
import { formatClp, formatThousands } from '@taller/shared/values/money.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { formatDecimal } from '#src/values/format-figures.ts';
import { KeyFigure, KeyTile } from '#src/features/figures/key-figure.tsx';
import grid from '#src/components/even-grid.module.css';
import { periodTexts } from '#src/features/summary/texts.ts';
import { commonTexts } from '#src/components/texts.ts';
import styles from './key-figures.module.css';

const formatDays = (days: number): string => periodTexts.inDays(formatDecimal(days));

interface KeyFiguresProps {
  figures: ReportFigures;
  filter: ReportFilter;
  period: ReportPeriod;
  /** Null until the PIN is given. */
  earnings: Earnings | null;
  isLoadingEarnings: boolean;
  onUnlock: () => void;
  onHide: () => void;
}

/** The four figures of a period that an owner decides by, each beside the period before (REP-20, REP-21). */
export function KeyFigures(props: KeyFiguresProps) {
  const { figures, filter, period } = props;
  const titleId = useId();
  const isChosen = filter.from !== null && filter.to !== null;
  const inPeriod = { ...filter, from: period.from, to: period.to };
  const days = periodTexts.days(period);
  return (
    <section className={styles.figures} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>{isChosen ? periodTexts.chosen : periodTexts.running}</h2>
        <p>{periodTexts.compared(period)}</p>
      </div>
      <ul className={grid.grid}>
        <Income {...props} />
        <KeyFigure
          name={periodTexts.received}
          {...figures.received}
          step={period.step}
          format={formatThousands}
          orders={{
            card: 'total',
            title: periodTexts.received,
            text: periodTexts.receivedText(days),
            filter: inPeriod,
          }}
        />
        <KeyFigure
          name={periodTexts.delivered}
          {...figures.delivered}
          step={period.step}
          format={formatThousands}
          orders={{
            card: 'delivered_then',
            title: periodTexts.delivered,
            text: periodTexts.deliveredText(days),
            filter: inPeriod,
          }}
        />
        <KeyFigure
          name={periodTexts.time}
          {...figures.median_days}
          step={period.step}
          format={formatDays}
          lessIsBetter
          orders={{
            card: 'completed_then',
            title: periodTexts.time,
            text: periodTexts.timeText(days),
            filter: inPeriod,
          }}
        />
      </ul>
    </section>
  );
}

/** The income, or the way to it: no amount is here before the PIN is given (REP-02). */
function Income({ filter, period, earnings, isLoadingEarnings, onUnlock, onHide }: KeyFiguresProps) {
  if (earnings === null) {
    return (
      <KeyTile name={periodTexts.income} figure={<LockKeyhole aria-hidden="true" />}>
        <p className={styles.locked}>{isLoadingEarnings ? commonTexts.loading : periodTexts.incomeLocked}</p>
        {!isLoadingEarnings && (
          <div>
            <Button size="sm" onClick={onUnlock}>
              {periodTexts.unlock}
            </Button>
          </div>
        )}
      </KeyTile>
    );
  }
  return (
    <KeyFigure
      name={periodTexts.income}
      now={earnings.period.now}
      before={earnings.period.before}
      line={earnings.period.line}
      step={period.step}
      format={formatClp}
      orders={{
        card: 'earned_then',
        title: periodTexts.income,
        text: periodTexts.incomeText(periodTexts.days(period)),
        filter: { ...filter, from: period.from, to: period.to },
      }}
      actions={
        <IconButton
          size="sm"
          label={periodTexts.hide}
          icon={<EyeOff aria-hidden="true" />}
          onClick={onHide}
        />
      }
    />
  );
}
