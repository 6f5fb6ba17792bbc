import { useEffect, useRef } from 'react';
import { Download } from 'lucide-react';
import type { ImportRow } from '@taller/shared/data/imports/import-row.ts';
import { formatDate } from '@taller/shared/domain/dates.ts';
import { EQUIPMENT_LABELS } from '@taller/shared/domain/equipment.ts';
import { formatClp } from '@taller/shared/domain/money.ts';
import { formatOrderNumber } from '@taller/shared/domain/order-number.ts';
import { formatRut } from '@taller/shared/domain/rut.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { StatusBadge } from '@taller/shared/ui/status-badge.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { esImport } from '#src/texts/es-import.ts';
import type { Review } from './import-state.ts';
import styles from './review-step.module.css';

const es = esImport.review;
const PREVIEW_ROWS = 6;

const COLUMNS: readonly Column<ImportRow>[] = [
  {
    id: 'number',
    header: esImport.fields.order_number,
    cell: (row) => (row.order_number === undefined ? '—' : formatOrderNumber(row.order_number)),
  },
  { id: 'date', header: esImport.fields.created_at, cell: (row) => formatDate(row.created_at) },
  { id: 'status', header: esImport.fields.status, cell: (row) => <StatusBadge status={row.status} /> },
  {
    id: 'customer',
    header: esImport.fields.customer_name,
    cell: (row) => (
      <span className={styles.two}>
        {row.customer_name}
        <small>
          {formatRut(row.customer_rut)} · {row.customer_phone}
        </small>
      </span>
    ),
  },
  {
    id: 'equipment',
    header: esImport.fields.equipment_type,
    cell: (row) => (
      <span className={styles.two}>
        {EQUIPMENT_LABELS[row.equipment_type]}
        <small>{[row.equipment_brand, row.equipment_model].filter(Boolean).join(' ')}</small>
      </span>
    ),
  },
  {
    id: 'total',
    header: esImport.fields.total_amount,
    align: 'end',
    cell: (row) => (row.total_amount === null ? '—' : formatClp(row.total_amount)),
  },
];

function Count({ label, value, tone }: { label: string; value: number; tone?: 'warning' }) {
  return (
    <div className={styles.count} data-tone={value > 0 ? tone : undefined}>
      <dt>{label}</dt>
      <dd>{esImport.count(value)}</dd>
    </div>
  );
}

/** Step 3: the dry run's answer, and the button that really imports. */
export function ReviewStep({ review, onStart }: { review: Review; onStart: () => void }) {
  const { fresh, duplicates } = review.check;
  const warnings = [...review.conversion.warnings];
  const box = useRef<HTMLDivElement>(null);
  // The answer is below the columns: bring the reader, and the keyboard, to it.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={styles.box}>
      <Card title={es.step}>
        <p className={styles.intro} role="status">
          {es.intro}
        </p>
        <dl className={styles.counts}>
          <Count label={es.ready} value={fresh.length} />
          <Count label={es.already} value={duplicates} />
          <Count label={es.refused} value={review.refused.length} tone="warning" />
        </dl>
        {duplicates > 0 && <Banner className={styles.note}>{es.resumed(duplicates)}</Banner>}
        {warnings.length > 0 && (
          <Banner tone="warning" className={styles.note}>
            <ul className={styles.warnings}>
              {warnings.map(([code, rows]) => (
                <li key={code}>{esImport.warnings[code](rows)}</li>
              ))}
            </ul>
          </Banner>
        )}
        {fresh.length > 0 ? (
          <>
            <h3 className={styles.subtitle}>{es.preview}</h3>
            <Table
              label={es.preview}
              columns={COLUMNS}
              rows={fresh.slice(0, PREVIEW_ROWS)}
              rowKey={(row) => row.row}
            />
            <div className={styles.actions}>
              <Button variant="accent" size="lg" icon={<Download aria-hidden="true" />} onClick={onStart}>
                {esImport.run.start(fresh.length)}
              </Button>
              <p className={styles.keepOpen}>{esImport.run.keepOpen}</p>
            </div>
          </>
        ) : (
          <p>{es.nothing}</p>
        )}
      </Card>
    </div>
  );
}
