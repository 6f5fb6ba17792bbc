import { useState } from 'react';
import type { ReportFigures } from '@taller/shared/reports/figures-query.ts';
import { NO_FILTER, type ReportFilter } from '@taller/shared/reports/report-filter.ts';
import { addDays, formatDate, shopDay } from '@taller/shared/values/dates.ts';
import { STORED_EQUIPMENT_TYPES } from '@taller/shared/orders/equipment.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { DateField } from '@taller/shared/ui/date-field.tsx';
import type { FilterOn } from '@taller/shared/ui/filter-bar.tsx';
import { FilterSheet } from '@taller/shared/ui/filter-sheet.tsx';
import { listTexts } from '@taller/shared/ui/list-texts.ts';
import { Select } from '@taller/shared/ui/select.tsx';
import { NARROW, useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import { formatDays } from '#src/values/format-days.ts';
import { storedTypeLabel } from '@taller/shared/orders/equipment.ts';
import { filterTexts } from '#src/features/filters/texts.ts';
import grid from '#src/components/even-grid.module.css';
import styles from './report-filters.module.css';

interface ReportFiltersProps {
  filter: ReportFilter;
  /** Options of the technician filter; empty while they are loading. */
  people: ReportFigures['people'];
  onChange: (part: Partial<ReportFilter>) => void;
}

/** The whole month before that of a day. */
function lastMonth(today: string): { from: string; to: string } {
  const to = addDays(`${today.slice(0, 8)}01`, -1);
  return { from: `${to.slice(0, 8)}01`, to };
}

/** The filters that are on, in the order of their fields: two dates are one of them. */
function filtersOn({ from, to, technicianId, equipmentType }: ReportFilter, people: ReportFigures['people']) {
  const on: FilterOn<ReportFilter>[] = [];
  if (from && to) on.push({ label: formatDays(from, to), off: { from: null, to: null } });
  else if (from) on.push({ label: `${filterTexts.from}: ${formatDate(from)}`, off: { from: null } });
  else if (to) on.push({ label: `${filterTexts.to}: ${formatDate(to)}`, off: { to: null } });
  if (technicianId) {
    const name = people.find(({ id }) => id === technicianId)?.name ?? filterTexts.oneTechnician;
    on.push({ label: `${filterTexts.technician}: ${name}`, off: { technicianId: null } });
  }
  if (equipmentType) on.push({ label: storedTypeLabel(equipmentType), off: { equipmentType: null } });
  return on;
}

/** Dates (both or none), technician and equipment type (REP-01); on a phone in a sheet (UI-20). */
export function ReportFilters({ filter, people, onChange }: ReportFiltersProps) {
  const [today] = useState(() => shopDay(new Date()));
  const narrow = useMediaQuery(NARROW);
  const on = filtersOn(filter, people);
  const periods = (
    <div role="group" aria-label={filterTexts.periods} className={styles.periods}>
      {[
        { label: filterTexts.lastMonth, ...lastMonth(today) },
        { label: filterTexts.lastDays(30), from: addDays(today, -29), to: today },
        { label: filterTexts.thisYear, from: `${today.slice(0, 4)}-01-01`, to: today },
      ].map(({ label, from, to }) => (
        <Button
          key={label}
          size="sm"
          variant={narrow ? 'secondary' : 'ghost'}
          onClick={() => onChange({ from, to })}
        >
          {label}
        </Button>
      ))}
      {!narrow && on.length > 0 && (
        <Button size="sm" variant="ghost" onClick={() => onChange(NO_FILTER)}>
          {listTexts.clearFilters}
        </Button>
      )}
    </div>
  );
  const fields = <Fields filter={filter} people={people} today={today} onChange={onChange} />;
  if (narrow)
    return (
      <div className={styles.narrow}>
        <FilterSheet on={on} onChange={onChange} showLabel={filterTexts.show}>
          {periods}
          {fields}
        </FilterSheet>
      </div>
    );
  return (
    <Card title={listTexts.filters} actions={periods}>
      <div className={grid.grid}>{fields}</div>
    </Card>
  );
}

function Fields({ filter, people, today, onChange }: ReportFiltersProps & { today: string }) {
  const reversed = filter.from !== null && filter.to !== null && filter.from > filter.to;
  const onlyOne = (filter.from === null) !== (filter.to === null);
  return (
    <>
      <DateField
        label={filterTexts.from}
        value={filter.from ?? ''}
        max={today}
        hint={onlyOne && filter.from === null ? filterTexts.bothDates : undefined}
        error={reversed ? filterTexts.reversed : undefined}
        onValueChange={(value) => onChange({ from: value || null })}
      />
      <DateField
        label={filterTexts.to}
        value={filter.to ?? ''}
        hint={onlyOne && filter.to === null ? filterTexts.bothDates : undefined}
        onValueChange={(value) => onChange({ to: value || null })}
      />
      <Select
        label={filterTexts.technician}
        placeholder={filterTexts.allTechnicians}
        value={filter.technicianId ?? ''}
        options={people.map((person) => ({ value: person.id, label: person.name }))}
        onChange={(event) => onChange({ technicianId: event.target.value || null })}
      />
      <Select
        label={filterTexts.type}
        placeholder={filterTexts.allTypes}
        value={filter.equipmentType ?? ''}
        options={STORED_EQUIPMENT_TYPES.map((type) => ({ value: type, label: storedTypeLabel(type) }))}
        onChange={(event) => onChange({ equipmentType: event.target.value || null })}
      />
    </>
  );
}
