import {
  comparePoints,
  keptAccessories,
  RESULTS,
  type ChecklistMoment,
  type ComparedPoint,
  type Lists,
} from '@taller/shared/orders/checklists/checklist.ts';
import type { OrderChecklists } from '@taller/shared/orders/checklists/checklist-queries.ts';
import { checklistTexts } from '@taller/shared/orders/checklists/checklist-texts.ts';
import { Facts } from '#src/features/print/sheet-parts.tsx';
import { printTexts } from '#src/features/print/texts.ts';
import parts from './sheet-parts.module.css';

const names = (labelled: readonly { label: string }[]) => labelled.map(({ label }) => label).join(', ');

/** The points by their result, one line each: paper is narrow. */
const factsOf = ({ points, accessories }: Lists) => [
  ...RESULTS.map((result) => ({
    term: checklistTexts.results[result],
    value: names(points.filter((point) => point.result === result)),
  })),
  { term: checklistTexts.accessories, value: names(accessories) },
];

interface PrintedListProps {
  moment: ChecklistMoment;
  list: Lists;
  /** The differences from the reception's list. */
  differences?: readonly { term: string; value: string }[];
}

const PrintedList = ({ moment, list, differences = [] }: PrintedListProps) => (
  <Facts title={printTexts.sheet.checklists[moment]} facts={[...factsOf(list), ...differences]} />
);

function differencesOf(reception: Lists, delivery: Lists) {
  const compared = comparePoints(reception.points, delivery.points);
  const changed = (change: ComparedPoint['change']) =>
    names(compared.filter((point) => point.change === change));
  return [
    { term: checklistTexts.changes.broke, value: changed('broke') },
    { term: checklistTexts.changes.repaired, value: changed('repaired') },
    { term: printTexts.sheet.keptAccessories, value: names(keptAccessories(reception, delivery)) },
  ];
}

/** The device's checklist; at delivery with the differences from reception (REC-122). Nothing without lists. */
export function PrintedChecklists({ reception, delivery }: OrderChecklists) {
  if (!delivery) return reception && <PrintedList moment="reception" list={reception} />;
  if (!reception) return <PrintedList moment="delivery" list={delivery} />;
  return (
    <div className={parts.columns}>
      <PrintedList moment="reception" list={reception} />
      <PrintedList moment="delivery" list={delivery} differences={differencesOf(reception, delivery)} />
    </div>
  );
}
