import { mayOpen } from '@taller/shared/access/permissions.ts';
import { staffNamesQuery } from '@taller/shared/activity/staff-names-query.ts';
import { useQuery } from '@taller/shared/query';
import { useSession } from '@taller/shared/runtime';
import { DateField } from '@taller/shared/ui/date-field.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { logTexts, lookTexts } from '#src/features/activity-log/texts.ts';
import type { LogRequest } from './use-activity-request.ts';
import styles from './activity-log.module.css';

interface ActivityFiltersProps {
  request: LogRequest;
  onChange: (part: Partial<LogRequest>) => void;
}

/** By user, kind and date; for admins one of the kinds is access to personal data. */
export function ActivityFilters({ request, onChange }: ActivityFiltersProps) {
  const seesLooks = mayOpen(useSession().user?.role, 'looks');
  const staff = useQuery(staffNamesQuery());
  return (
    <div className={styles.filters}>
      <Select
        label={logTexts.user}
        placeholder={logTexts.allUsers}
        value={request.userId ?? ''}
        options={(staff.data ?? []).map((person) => ({ value: person.id, label: person.full_name }))}
        onChange={(event) => onChange({ userId: event.target.value || null })}
      />
      <Select
        label={logTexts.action}
        placeholder={logTexts.allActions}
        value={request.action ?? ''}
        options={[
          { value: 'edit', label: logTexts.edit },
          { value: 'delete', label: logTexts.delete },
          ...(seesLooks ? [{ value: 'look', label: lookTexts.title }] : []),
        ]}
        onChange={(event) => {
          const { value } = event.target;
          onChange({ action: value === 'edit' || value === 'delete' || value === 'look' ? value : null });
        }}
      />
      <DateField
        label={logTexts.from}
        value={request.from ?? ''}
        onValueChange={(value) => onChange({ from: value || null })}
      />
      <DateField
        label={logTexts.to}
        value={request.to ?? ''}
        onValueChange={(value) => onChange({ to: value || null })}
      />
    </div>
  );
}
