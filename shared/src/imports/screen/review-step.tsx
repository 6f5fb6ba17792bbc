import { useEffect, useRef } from 'react';
import Download from 'lucide-react/icons/download';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Table } from '#src/ui/table.tsx';
import type { ImportKind, ImportTypes, Review } from '../run/import-kind.ts';
import { formatCount, importTexts } from './import-texts.ts';
import styles from './review-step.module.css';
import { wantedRows } from '../run/import-tasks.ts';
import type { ImportControls } from '../run/use-import.ts';

const texts = importTexts.review;
const PREVIEW_ROWS = 6;

function Count({ label, value, tone }: { label: string; value: number; tone?: 'warning' }) {
  return (
    <div className={styles.count} data-tone={value > 0 ? tone : undefined}>
      <dt>{label}</dt>
      <dd>{formatCount(value)}</dd>
    </div>
  );
}

interface ReviewStepProps<T extends ImportTypes> {
  kind: ImportKind<T>;
  review: Review<T>;
  options: T['options'];
  controls: ImportControls<T>;
}

/** Step 3: the result of the dry run, and the button that starts the import. */
export function ReviewStep<T extends ImportTypes>({ kind, review, options, controls }: ReviewStepProps<T>) {
  const { fresh, duplicates } = review.check;
  const wanted = wantedRows(kind, review, options);
  const leftOut = fresh.length - wanted.length;
  const warnings = [...review.conversion.warnings];
  const box = useRef<HTMLDivElement>(null);
  // The result is below the columns: scroll to it and focus it.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={styles.box}>
      <Card title={texts.step}>
        <p className={styles.intro} role="status">
          {texts.intro}
        </p>
        <dl className={styles.counts}>
          <Count label={kind.texts.ready} value={wanted.length} />
          {leftOut > 0 && <Count label={texts.leftOut} value={leftOut} />}
          <Count label={texts.already} value={duplicates} />
          <Count label={texts.refused} value={review.refused.length} tone="warning" />
        </dl>
        {duplicates > 0 && <Banner className={styles.note}>{kind.texts.resumed(duplicates)}</Banner>}
        {warnings.length > 0 && (
          <Banner tone="warning" className={styles.note}>
            <ul className={styles.warnings}>
              {warnings.map(([code, rows]) => (
                <li key={code}>{kind.texts.warning(code, rows)}</li>
              ))}
            </ul>
          </Banner>
        )}
        {kind.Decision && <kind.Decision review={review} options={options} onChange={controls.decide} />}
        {wanted.length > 0 ? (
          <>
            <h3 className={styles.subtitle}>{kind.texts.preview}</h3>
            <Table
              label={kind.texts.preview}
              columns={kind.previewColumns}
              rows={wanted.slice(0, PREVIEW_ROWS)}
              rowKey={(row) => row.row}
            />
            <div className={styles.actions}>
              <Button
                variant="primary"
                size="lg"
                icon={<Download aria-hidden="true" />}
                onClick={controls.start}
              >
                {kind.texts.start(wanted.length)}
              </Button>
              <p className={styles.keepOpen}>{importTexts.run.keepOpen}</p>
            </div>
          </>
        ) : (
          <p>{kind.texts.nothing}</p>
        )}
      </Card>
    </div>
  );
}
