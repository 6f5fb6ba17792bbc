import { useState } from 'react';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { useCloseOldOrdersMutation } from '@taller/shared/orders/order-mutations.ts';
import { oldOrdersQuery } from '@taller/shared/orders/order-list-queries.ts';
import { keepPreviousData, useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { addDays, shopDay } from '@taller/shared/values/dates.ts';
import { closeOldTexts as texts } from '#src/features/import/texts.ts';
import styles from './close-old-orders.module.css';

/** Closes old imported orders that nobody touched here, without messages (ORD-122). */
export function CloseOldOrders() {
  const [today] = useState(() => shopDay(new Date()));
  const [days, setDays] = useState('365');
  const [isAsked, setIsAsked] = useState(false);
  const before = addDays(today, -Number(days));
  const { data, error } = useQuery({ ...oldOrdersQuery(before), placeholderData: keepPreviousData });
  const close = useCloseOldOrdersMutation();
  const total = data ? data.delivered + data.cancelled : 0;
  const closeAll = () =>
    close.mutate(before, {
      onSuccess: () => {
        toast.success(texts.done);
        setIsAsked(false);
      },
    });
  return (
    <Card title={texts.title} className={styles.card}>
      <div className={styles.fields}>
        <p>{texts.intro}</p>
        <Select
          label={texts.age}
          options={texts.ages}
          value={days}
          disabled={isAsked}
          onChange={({ target }) => setDays(target.value)}
        />
        {error && !data ? (
          <p role="alert">{failureText(error, { otherwise: texts.readFailed })}</p>
        ) : (
          data && <p role="status">{texts.found(data.delivered, data.cancelled)}</p>
        )}
        {close.error && (
          <Banner tone="danger">{failureText(close.error, { otherwise: texts.failed })}</Banner>
        )}
        {isAsked ? (
          <>
            <p role="alert">
              <strong>{texts.question(total)}</strong> {texts.consequence}
            </p>
            <div className={styles.buttons}>
              <Button disabled={close.isPending} onClick={() => setIsAsked(false)}>
                {texts.cancel}
              </Button>
              <Button variant="danger" loading={close.isPending} onClick={closeAll}>
                {texts.confirm}
              </Button>
            </div>
          </>
        ) : (
          <Button disabled={total === 0} onClick={() => setIsAsked(true)}>
            {texts.close}
          </Button>
        )}
      </div>
    </Card>
  );
}
