import type { ReactNode } from 'react';
import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import { Badge } from '#src/ui/badge.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { comparePoints, keptAccessories, type Accessory, type Result } from './checklist.ts';
import type { OrderChecklists } from './checklist-queries.ts';
import { checklistTexts as texts } from './checklist-texts.ts';
import styles from './checklist-table.module.css';

/** Reception's list, and delivery's beside it once it was filled in: what differs is marked (REC-28). */
export function ChecklistTable({ reception, delivery }: OrderChecklists) {
  const rows = comparePoints(reception?.points ?? [], delivery?.points ?? []);
  const kept = reception && delivery ? keptAccessories(reception, delivery) : [];
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{texts.point}</th>
          {reception && <th scope="col">{texts.moments.reception}</th>}
          {delivery && <th scope="col">{texts.moments.delivery}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, before, after, change }) => (
          <tr key={label} className={classNames(change && styles.changed)}>
            <th scope="row">{label}</th>
            {reception && <ResultCell result={before} />}
            {delivery && (
              <ResultCell result={after}>
                {change && (
                  <Badge
                    tone={change === 'broke' ? 'danger' : 'success'}
                    icon={
                      change === 'broke' ? <TriangleAlert aria-hidden="true" /> : <Check aria-hidden="true" />
                    }
                  >
                    {texts.changes[change]}
                  </Badge>
                )}
              </ResultCell>
            )}
          </tr>
        ))}
        <tr className={classNames(kept.length > 0 && styles.changed)}>
          <th scope="row">{texts.accessories}</th>
          {reception && <td>{named(reception.accessories)}</td>}
          {delivery && (
            <td>
              <span>{named(delivery.accessories)}</span>
              {kept.length > 0 && (
                <Badge tone="warning" icon={<TriangleAlert aria-hidden="true" />}>
                  {texts.kept(named(kept))}
                </Badge>
              )}
            </td>
          )}
        </tr>
      </tbody>
    </table>
  );
}

const named = (accessories: readonly Accessory[]): string =>
  accessories.map(({ label }) => label).join(', ') || texts.noAccessories;

interface ResultCellProps {
  result: Result | null;
  /** Stands for the result. */
  children?: ReactNode;
}

function ResultCell({ result, children }: ResultCellProps) {
  return (
    <td className={classNames(result === 'fails' && styles.fails, result === 'untested' && styles.untested)}>
      {children || (result ? texts.results[result] : '—')}
    </td>
  );
}
