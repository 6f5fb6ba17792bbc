import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { useSetRemindersMutation } from '@taller/shared/messages/set-reminders-mutation.ts';
import { wantedRemindersQuery } from '@taller/shared/messages/wanted-reminders-query.ts';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { customerTexts } from '#src/features/customers/texts.ts';

const { reminders: texts } = customerTexts;

/**
 * Whether a customer gets reminders, which the staff change for them (TIME-43).
 * @param id of the account or of one of the orders.
 */
export function Reminders({ id }: { id: string }) {
  const query = useQuery(wantedRemindersQuery(id));
  const { mutate, isPending } = useSetRemindersMutation(id);
  const change = (wanted: boolean) =>
    mutate(wanted, {
      onSuccess: () => toast.success(texts.saved),
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
    </Card>
  );
}
