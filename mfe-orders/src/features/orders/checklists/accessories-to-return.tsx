import { orderChecklistsQuery } from '@taller/shared/orders/checklists/checklist-queries.ts';
import { useQuery } from '@taller/shared/query';
import { checklistFormTexts as texts } from './texts.ts';

/** What came with a device and goes out with it (REC-32); nothing where nobody noted any. */
export function AccessoriesToReturn({ orderId }: { orderId: string }) {
  const { data } = useQuery(orderChecklistsQuery(orderId));
  const left = data?.reception?.accessories ?? [];
  return left.length > 0 ? <p>{texts.toReturn(left.map(({ label }) => label).join(', '))}</p> : null;
}
