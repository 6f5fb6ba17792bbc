import EyeOff from 'lucide-react/icons/eye-off';
import ListOrdered from 'lucide-react/icons/list-ordered';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import type { ReportPeriod } from '@taller/shared/reports/report-period.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { useOpenOrders } from '#src/features/drill-down/open-orders.ts';
import { commonTexts } from '#src/components/texts.ts';
import { earningsTexts } from '#src/features/earnings/texts.ts';
import styles from './earnings-card.module.css';
import { PinCard } from './pin-card.tsx';
import type { EarningsState } from './use-earnings.ts';

/** The earnings, and the filter and period they are for. */
export interface EarningsProps {
  earnings: EarningsState;
  filter: ReportFilter;
  period: ReportPeriod;
}

/** 'Total Ganado': no amount is in the browser before the server has accepted the PIN (REP-02, REP-05). */
export function EarningsCard({ earnings, filter }: Omit<EarningsProps, 'period'>) {
  const openOrders = useOpenOrders();
  return (
    <PinCard title={earningsTexts.title} text={earningsTexts.explanation} pin={earnings}>
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
        </div>
      ) : (
        earnings.loading && <Skeleton label={commonTexts.loading} count={1} />
      )}
    </PinCard>
  );
}
