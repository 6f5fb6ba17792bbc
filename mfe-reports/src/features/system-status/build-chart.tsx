import type { ComponentProps } from 'react';
import type { BuildRow } from '@taller/shared/system-status/build-rows.ts';
import { LyingBars } from '#src/features/charts/lying-bars.tsx';
import {
  buildLabel,
  failedShare,
  formatHalf,
  formatShare,
} from '#src/features/system-status/build-figures.ts';
import { statusTexts } from '#src/features/system-status/texts.ts';
import styles from './browser-cards.module.css';

const texts = statusTexts.builds;
/** A time above the counted ones is drawn as long as the longest of them. */
const LONGEST_MS = 8000;

const inOneLine = (text: string) => text.replaceAll(' ', '\u00A0');

/** Bars below their title, which is the figure's name for screen readers. */
const Comparison = (bars: ComponentProps<typeof LyingBars>) => (
  <div>
    <p className={styles.chartTitle} aria-hidden="true">
      {bars.title}
    </p>
    <LyingBars {...bars} />
  </div>
);

/**
 * How the builds with visits compare: visits with a failure, and the time of half of the pages (SHELL-86). The table
 * has the same figures.
 */
export function BuildChart({ rows }: { rows: readonly BuildRow[] }) {
  const failed = rows.map((row) => ({
    name: buildLabel(row),
    value: failedShare(row),
    label: formatShare(failedShare(row)),
  }));
  const times = rows.flatMap((row) =>
    row.half === null
      ? []
      : [
          {
            name: buildLabel(row),
            value: Math.min(row.half, LONGEST_MS),
            label: inOneLine(formatHalf(row.half)),
          },
        ],
  );
  return (
    <div className={styles.charts}>
      <Comparison
        title={texts.failedChart}
        bars={failed}
        colour="var(--color-series-1)"
        formatAxis={formatShare}
      />
      {times.length > 0 && (
        <Comparison
          title={texts.halfChart}
          bars={times}
          colour="var(--color-series-2)"
          formatAxis={formatHalf}
        />
      )}
    </div>
  );
}
