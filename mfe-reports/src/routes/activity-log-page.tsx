import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { ActivityFilters } from '#src/features/activity-log/activity-filters.tsx';
import { ActivityTable } from '#src/features/activity-log/activity-table.tsx';
import { useActivityRequest } from '#src/features/activity-log/use-activity-request.ts';
import { logTexts } from '#src/texts/log.ts';
import styles from './reports-page.module.css';

/** 'Registro de Actividades': edits and deletions of the inventory (INV-05). */
export function ActivityLogPage() {
  const { request, change } = useActivityRequest();
  return (
    <div className={styles.page}>
      <PageHeader title={logTexts.title} description={logTexts.description} />
      <Card>
        <ActivityFilters request={request} onChange={change} />
        <ActivityTable request={request} onPageChange={(page) => change({ page })} />
      </Card>
    </div>
  );
}
