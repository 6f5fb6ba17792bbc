import type { ReactNode } from 'react';
import { FilterBar, type FilterOn } from '@taller/shared/ui/filter-bar.tsx';
import type { FilterDialogProps } from '@taller/shared/ui/filter-dialog.tsx';
import { lazyDialog } from '@taller/shared/ui/lazy-dialog.tsx';
import { listTexts } from '@taller/shared/ui/list-texts.ts';
import { useFilterSheet } from '@taller/shared/ui/use-filter-sheet.ts';
import { formatDate } from '@taller/shared/values/dates.ts';
import {
  accountTexts,
  deletedOrderTexts,
  logTexts,
  accessLogTexts,
} from '#src/features/activity-log/texts.ts';
import type { LogRequest } from './use-activity-request.ts';

/** A dialog weighs as much as the rest of the log: only phones load it, when it is opened. */
const Sheet = lazyDialog<FilterDialogProps<LogRequest>>(
  () => import('@taller/shared/ui/filter-dialog.tsx').then((module) => module.FilterDialog),
  { title: () => listTexts.filters, size: 'sheet', inAddress: true },
);

export interface Person {
  id: string;
  full_name: string;
}

const ACTION_LABELS = {
  edit: logTexts.edit,
  delete: logTexts.delete,
  access: accessLogTexts.title,
  order: deletedOrderTexts.title,
  account: accountTexts.title,
} as const;

/** The filters that are on, in the order of their fields. */
function filtersOn(request: LogRequest, staff: readonly Person[]): FilterOn<LogRequest>[] {
  const on: FilterOn<LogRequest>[] = [];
  if (request.userId) {
    const name = staff.find(({ id }) => id === request.userId)?.full_name ?? logTexts.oneUser;
    on.push({ label: `${logTexts.user}: ${name}`, off: { userId: null } });
  }
  if (request.action)
    on.push({ label: `${logTexts.action}: ${ACTION_LABELS[request.action]}`, off: { action: null } });
  if (request.from) on.push({ label: `${logTexts.from}: ${formatDate(request.from)}`, off: { from: null } });
  if (request.to) on.push({ label: `${logTexts.to}: ${formatDate(request.to)}`, off: { to: null } });
  return on;
}

interface ActivityFilterSheetProps {
  request: LogRequest;
  onChange: (part: Partial<LogRequest>) => void;
  staff: readonly Person[];
  children: ReactNode;
}

/** The log's filters on a phone, with what is on (UI-20). */
export function ActivityFilterSheet({ request, onChange, staff, children }: ActivityFilterSheetProps) {
  const [isOpen, show] = useFilterSheet();
  const on = filtersOn(request, staff);
  return (
    <>
      <FilterBar on={on} onChange={onChange} onOpen={() => show(true)} />
      {isOpen && (
        <Sheet on={on} onChange={onChange} showLabel={logTexts.show} onClose={() => show(false)}>
          {children}
        </Sheet>
      )}
    </>
  );
}
