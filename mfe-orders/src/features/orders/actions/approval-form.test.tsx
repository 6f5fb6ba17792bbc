// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import type { QuoteLine } from '@taller/shared/orders/quote/quote-lines.ts';
import { quoteQuery, type OpenQuote } from '@taller/shared/orders/quote/quote-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { Dialog } from '@taller/shared/ui/dialog.tsx';
import { expect, test } from 'vitest';
import { ApprovalForm } from './approval-form.tsx';

const LINE: QuoteLine = {
  id: 'l1',
  kind: 'part',
  description: 'Pantalla original',
  quantity: 1,
  unit_price: 60_000,
  discount: 0,
  condition: 'new',
  choice: 'Pantalla',
  optional: false,
  chosen: true,
  note: '',
};
const QUOTE: OpenQuote = {
  order_number: 7,
  status: 'quoted',
  equipment_type: 'smartphone',
  equipment_brand: 'Samsung',
  equipment_model: 'A52',
  quoted_at: null,
  tax_rate: 19,
  valid_until: null,
  expired: false,
  total_amount: 60_000,
  technical_work: 'Cambio de pantalla',
  version: 'v1',
  lines: [LINE, { ...LINE, id: 'l2', description: 'Pantalla compatible', unit_price: 35_000, chosen: false }],
};

test('QUO-12 whoever notes a yes by phone chooses what the customer says, and reads its total', async () => {
  renderScreen(
    <Dialog open title="Anotar aprobación" onOpenChange={() => undefined}>
      <ApprovalForm order={{ id: 'o7', customer_name: 'Ana' } as Order} onDone={() => undefined} />
    </Dialog>,
    { role: 'receptionist', answers: [answer(quoteQuery('o7'), QUOTE)] },
  );
  const compatible = await screen.findByRole<HTMLInputElement>('radio', { name: /Pantalla compatible/ });
  expect(screen.getAllByText('$60.000')).toHaveLength(2);
  fireEvent.click(compatible);
  expect(compatible.checked).toBe(true);
  expect(screen.getAllByText('$35.000')).toHaveLength(2);
});
