import { orderChecklistsQuery } from '@taller/shared/orders/checklists/checklist-queries.ts';
import { useQuery } from '@taller/shared/query';
import { checklistFormTexts as texts } from './texts.ts';

/** The accessories that came with a device and go out with it (REC-32); renders nothing if none were noted. */
export function AccessoriesToReturn({ orderId }: { orderId: string }) {
  const { data } = useQuery(orderChecklistsQuery(orderId));
  const left = data?.reception?.accessories ?? [];
  return left.length > 0 ? <p>{texts.toReturn(left.map(({ label }) => label).join(', '))}</p> : null;
}
