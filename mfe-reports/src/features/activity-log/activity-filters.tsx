import { mayOpen } from '@taller/shared/access/permissions.ts';
import { staffNamesQuery } from '@taller/shared/activity/activity-queries.ts';
import { useQuery } from '@taller/shared/query';
import { useSession } from '@taller/shared/runtime';
import { DateField } from '@taller/shared/ui/date-field.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { NARROW, useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import {
  accountTexts,
  deletedOrderTexts,
  logTexts,
  accessLogTexts,
} from '#src/features/activity-log/texts.ts';
import { ActivityFilterSheet, type Person } from './activity-filter-sheet.tsx';
import { actionNamed, type LogRequest } from './use-activity-request.ts';
import styles from './activity-log.module.css';

interface ActivityFiltersProps {
  request: LogRequest;
  onChange: (part: Partial<LogRequest>) => void;
}

/**
 * Filters by user, kind and date; for admins also by access to personal data and deleted orders. In a sheet on phones
 * (UI-20).
 */
export function ActivityFilters({ request, onChange }: ActivityFiltersProps) {
  const narrow = useMediaQuery(NARROW);
  const staff = useQuery(staffNamesQuery()).data ?? [];
  const fields = <Fields request={request} onChange={onChange} staff={staff} />;
  if (!narrow) return <div className={styles.filters}>{fields}</div>;
  return (
    <div className={styles.narrow}>
      <ActivityFilterSheet request={request} onChange={onChange} staff={staff}>
        {fields}
      </ActivityFilterSheet>
    </div>
  );
}

function Fields({ request, onChange, staff }: ActivityFiltersProps & { staff: readonly Person[] }) {
  const seesAccessLog = mayOpen(useSession().user?.role, 'looks');
  return (
    <>
      <Select
        label={logTexts.user}
        placeholder={logTexts.allUsers}
        value={request.userId ?? ''}
        options={staff.map((person) => ({ value: person.id, label: person.full_name }))}
        onChange={(event) => onChange({ userId: event.target.value || null })}
      />
      <Select
        label={logTexts.action}
        placeholder={logTexts.allActions}
        value={request.action ?? ''}
        options={[
          { value: 'edit', label: logTexts.edit },
          { value: 'delete', label: logTexts.delete },
          ...(seesAccessLog
            ? [
                { value: 'access', label: accessLogTexts.title },
                { value: 'order', label: deletedOrderTexts.title },
                { value: 'account', label: accountTexts.title },
              ]
            : []),
        ]}
        onChange={(event) => {
          const { value } = event.target;
          onChange({ action: actionNamed(value) });
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
    </>
  );
}
