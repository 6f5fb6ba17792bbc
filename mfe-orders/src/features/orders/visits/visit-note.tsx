import { useWatch } from 'react-hook-form';
import { orderQuery } from '@taller/shared/orders/order-queries.ts';
import { useQuery } from '@taller/shared/query';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import type { OrderFormControls } from '#src/features/orders/form/order-form-values.ts';
import { visitTexts as texts } from './texts.ts';

/** Says that a new order belongs to the visit of another, with a button to undo it (REC-01); else renders nothing. */
export function VisitNote({ form }: { form: OrderFormControls }) {
  const id = useWatch({ control: form.control, name: 'visit_order' });
  const { data: other } = useQuery({ ...orderQuery(id ?? ''), enabled: Boolean(id) });
  if (!id) return null;
  return (
    <Banner
      action={
        <Button size="sm" onClick={() => form.setValue('visit_order', null, { shouldDirty: true })}>
          {texts.leave}
        </Button>
      }
    >
      {texts.sameVisit(other?.order_number)}
    </Banner>
  );
}
