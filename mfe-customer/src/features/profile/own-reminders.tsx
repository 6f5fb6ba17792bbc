import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { useSetRemindersMutation } from '@taller/shared/messages/set-reminders-mutation.ts';
import { wantedRemindersQuery } from '@taller/shared/messages/wanted-reminders-query.ts';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Card } from '@taller/shared/ui/card.tsx';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { profileTexts } from '#src/features/profile/texts.ts';

const { reminders: texts } = profileTexts;

/** 'No quiero recordatorios': whether the caller gets any (TIME-43). */
export function OwnReminders() {
  const query = useQuery(wantedRemindersQuery());
  const { mutate, isPending, variables } = useSetRemindersMutation();
  const change = (wanted: boolean) =>
    mutate(wanted, {
      onSuccess: () => toast.success(wanted ? texts.wanted : texts.refused),
      onError: (error) => toast.error(failureText(error, texts.failed)),
    });
  return (
    <Card title={texts.title}>
      <Loaded
        query={query}
        message={texts.loadFailed}
        skeleton={<Skeleton label={texts.loading} count={1} />}
      >
        {(wanted) => (
          <Checkbox
            label={texts.refuse}
            hint={texts.hint}
            checked={!(isPending ? variables : wanted)}
            disabled={isPending}
            onChange={(event) => change(!event.target.checked)}
          />
        )}
      </Loaded>
    </Card>
  );
}
