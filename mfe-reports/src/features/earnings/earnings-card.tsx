import { useState } from 'react';
import EyeOff from 'lucide-react/icons/eye-off';
import ListOrdered from 'lucide-react/icons/list-ordered';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { pinStatusQuery } from '@taller/shared/reports/pin-status-query.ts';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { useQuery } from '@taller/shared/query';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { useOpenOrders } from '#src/features/orders-behind/open-orders.ts';
import { commonTexts } from '#src/components/texts.ts';
import { earningsTexts } from '#src/features/earnings/texts.ts';
import styles from './earnings-card.module.css';
import { MonthsTable } from './months-table.tsx';
import { PinDialog } from './pin-dialog.tsx';
import { PinForm } from './pin-form.tsx';
import { useEarnings } from './use-earnings.ts';

/** 'Total Ganado': no amount is in the browser before the server has accepted the PIN (REP-02, REP-05). */
export function EarningsCard({ filter }: { filter: ReportFilter }) {
  const status = useQuery(pinStatusQuery());
  const earnings = useEarnings(filter, status.data?.lockedUntil ?? 0);
  const openOrders = useOpenOrders();
  const [changing, setChanging] = useState(false);
  const unset = status.data?.set === false;
  return (
    <Card
      title={earningsTexts.title}
      className={earnings.shown ? undefined : styles.withheld}
      actions={
        status.data && (
          <Button
            size="sm"
            variant="ghost"
            icon={<LockKeyhole aria-hidden="true" />}
            onClick={() => setChanging(true)}
          >
            {unset ? earningsTexts.create : earningsTexts.change}
          </Button>
        )
      }
    >
      <p className={styles.text}>{earningsTexts.explanation}</p>
      {earnings.shown ? (
        <div className={styles.shown}>
          <p className={styles.total} aria-live="polite">
            {formatClp(earnings.shown.total)}
          </p>
          <Button
            icon={<ListOrdered aria-hidden="true" />}
            onClick={() =>
              openOrders({
                card: 'earned',
                title: earningsTexts.title,
                text: earningsTexts.explanation,
                filter,
              })
            }
          >
            {earningsTexts.orders}
          </Button>
          <Button icon={<EyeOff aria-hidden="true" />} onClick={earnings.hide}>
            {earningsTexts.hide}
          </Button>
          <MonthsTable months={earnings.shown.months} filter={filter} />
        </div>
      ) : earnings.loading ? (
        <Skeleton label={commonTexts.loading} count={1} />
      ) : unset ? (
        <Banner tone="warning">{earningsTexts.unset}</Banner>
      ) : (
        <PinForm
          error={earnings.error}
          locked={earnings.locked}
          busy={earnings.busy}
          onSubmit={earnings.show}
        />
      )}
      {changing && (
        <PinDialog
          first={unset}
          lockedUntil={status.data?.lockedUntil ?? 0}
          onSaved={earnings.hide}
          onClose={() => setChanging(false)}
        />
      )}
    </Card>
  );
}
