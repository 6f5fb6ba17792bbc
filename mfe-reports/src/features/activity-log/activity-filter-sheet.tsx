import type { ReactNode } from 'react';
import { FilterSheet, type FilterOn } from '@taller/shared/ui/filter-sheet.tsx';
import { formatDate } from '@taller/shared/values/dates.ts';
import { logTexts, lookTexts } from '#src/features/activity-log/texts.ts';
import type { LogRequest } from './use-activity-request.ts';

export interface Person {
  id: string;
  full_name: string;
}

const ACTION_LABELS = { edit: logTexts.edit, delete: logTexts.delete, look: lookTexts.title } as const;

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

export interface ActivityFilterSheetProps {
  request: LogRequest;
  onChange: (part: Partial<LogRequest>) => void;
  staff: readonly Person[];
  children: ReactNode;
}

/** The log's filters on a phone, with what is on. */
export function ActivityFilterSheet({ request, onChange, staff, children }: ActivityFilterSheetProps) {
  return (
    <FilterSheet on={filtersOn(request, staff)} onChange={onChange} showLabel={logTexts.show}>
      {children}
    </FilterSheet>
  );
}
