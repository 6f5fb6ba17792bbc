import { failureText } from '@taller/shared/data-access/failure-text.ts';
import type { CustomerRecord } from '@taller/shared/orders/customers/customer-record-query.ts';
import { useSetRemindersMutation } from '@taller/shared/messages/set-reminders-mutation.ts';
import { wantedRemindersQuery } from '@taller/shared/messages/wanted-reminders-query.ts';
import { orderKeys } from '@taller/shared/orders/keys.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { formatDate } from '@taller/shared/values/dates.ts';
import { customerTexts, recordTexts } from '#src/features/customers/texts.ts';
import styles from './customer-view.module.css';

const { reminders: texts } = customerTexts;

/**
 * Whether a customer gets reminders, which the staff change for them (TIME-43).
 * @param id of the account or of one of the orders.
 * @param said who said it, when and where (CARD-06).
 */
export function Reminders({ id, said }: { id: string; said: CustomerRecord['reminders'] }) {
  const client = useQueryClient();
  const query = useQuery(wantedRemindersQuery(id));
  const { mutate, isPending } = useSetRemindersMutation(id);
  const change = (wanted: boolean) =>
    mutate(wanted, {
      onSuccess: () => {
        toast.success(texts.saved);
        // The author and the time of the answer.
        void client.invalidateQueries({ queryKey: orderKeys.customers() });
      },
      onError: (error) => toast.error(failureText(error, texts.failed)),
    });
  return (
    <Card
      title={texts.title}
      actions={
        query.data !== undefined && (
          <Button size="sm" loading={isPending} onClick={() => change(!query.data)}>
            {query.data ? texts.refuse : texts.allow}
          </Button>
        )
      }
    >
      <Loaded
        query={query}
        message={texts.loadFailed}
        skeleton={<Skeleton label={texts.loading} count={1} />}
      >
        {(wanted) => <p role="status">{wanted ? texts.wanted : texts.refused}</p>}
      </Loaded>
      {said.said_at ? (
        said.said_via && (
          <p className={styles.muted}>
            {recordTexts.reminders.on(
              recordTexts.reminders.said[said.said_via],
              formatDate(said.said_at),
              said.said_by,
            )}
          </p>
        )
      ) : (
        <p className={styles.muted}>{recordTexts.reminders.unsaid}</p>
      )}
    </Card>
  );
}
