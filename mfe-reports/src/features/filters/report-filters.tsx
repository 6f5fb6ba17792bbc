import { useState } from 'react';
import type { ReportFigures } from '@taller/shared/reports/figures-query.ts';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import { addDays, shopDay } from '@taller/shared/values/dates.ts';
import { equipmentLabel, STORED_EQUIPMENT_TYPES } from '@taller/shared/orders/equipment.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { DateField } from '@taller/shared/ui/date-field.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
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

/** Dates (both or none), technician and equipment type (REP-01). */
export function ReportFilters({ filter, people, onChange }: ReportFiltersProps) {
  const [today] = useState(() => shopDay(new Date()));
  const reversed = filter.from !== null && filter.to !== null && filter.from > filter.to;
  const onlyOne = (filter.from === null) !== (filter.to === null);
  return (
    <Card
      title={filterTexts.title}
      actions={
        <div className={styles.presets}>
          <Button size="sm" variant="ghost" onClick={() => onChange(lastMonth(today))}>
            {filterTexts.lastMonth}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => onChange({ from: addDays(today, -29), to: today })}
          >
            {filterTexts.lastDays(30)}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => onChange({ from: `${today.slice(0, 4)}-01-01`, to: today })}
          >
            {filterTexts.thisYear}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => onChange({ from: null, to: null, technicianId: null, equipmentType: null })}
          >
            {filterTexts.clear}
          </Button>
        </div>
      }
    >
      <div className={grid.grid}>
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
          options={STORED_EQUIPMENT_TYPES.map((type) => ({ value: type, label: equipmentLabel(type) }))}
          onChange={(event) => onChange({ equipmentType: event.target.value || null })}
        />
      </div>
    </Card>
  );
}
