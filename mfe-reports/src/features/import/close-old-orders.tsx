import { useState } from 'react';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { useCloseOldOrdersMutation } from '@taller/shared/orders/import/close-old-orders-mutation.ts';
import { oldOrdersQuery } from '@taller/shared/orders/import/old-orders-query.ts';
import { keepPreviousData, useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { DateField } from '@taller/shared/ui/date-field.tsx';
import { addDays, shopDay } from '@taller/shared/values/dates.ts';
import { closeOldTexts as texts } from '#src/features/import/texts.ts';
import styles from './close-old-orders.module.css';

/** What is open after so many days was forgotten in the old system. */
const OLD_DAYS = 365;

/** Closes old imported orders that nobody touched here, without messages (ORD-122). */
export function CloseOldOrders() {
  const [today] = useState(() => shopDay(new Date()));
  const [before, setBefore] = useState(() => addDays(today, -OLD_DAYS));
  const [isAsked, setIsAsked] = useState(false);
  const { data, error } = useQuery({
    ...oldOrdersQuery(before),
    enabled: before !== '',
    placeholderData: keepPreviousData,
  });
  const close = useCloseOldOrdersMutation();
  const total = data ? data.delivered + data.cancelled : 0;
  return (
    <Card title={texts.title} className={styles.card}>
      <div className={styles.fields}>
        <p>{texts.intro}</p>
        <DateField label={texts.before} value={before} max={today} onValueChange={setBefore} />
        {error && !data ? (
          <p role="alert">{failureText(error, { otherwise: texts.readFailed })}</p>
        ) : (
          data && <p role="status">{texts.found(data.delivered, data.cancelled)}</p>
        )}
        <Button disabled={total === 0 || before === ''} onClick={() => setIsAsked(true)}>
          {texts.close}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title={texts.question(total)}
        description={texts.consequence}
        confirmLabel={texts.close}
        danger
        loading={close.isPending}
        error={close.error ? failureText(close.error, { otherwise: texts.failed }) : undefined}
        onConfirm={() =>
          close.mutate(before, {
            onSuccess: () => {
              toast.success(texts.done);
              setIsAsked(false);
            },
          })
        }
      />
    </Card>
  );
}
