// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { PriceDoubtDialog } from './price-doubt-dialog.tsx';

test.each([
  [22_990, 229_900, '$229.900', 'El anterior era $22.990. Revisa que no sobre un dígito.'],
  [0, 459, '$459', 'Es menos que lo que cuesta una reparación. Revisa que no falte un dígito.'],
  [
    null,
    45_990_000,
    '$45.990.000',
    'Es más que lo que cuesta una reparación. Revisa que no sobre un dígito.',
  ],
  [0, 0, '$0', 'El cliente recibe un presupuesto sin costo.'],
])('ORD-95 the question about a price of %j after %j says why', async (before, after, amount, why) => {
  const confirmed: number[] = [];
  renderScreen(
    <PriceDoubtDialog
      before={before}
      after={after}
      onCancel={() => {}}
      onConfirm={(price) => confirmed.push(price)}
    />,
    { role: 'receptionist' },
  );
  const question = within(await screen.findByRole('alertdialog', { name: `¿El precio es ${amount}?` }));
  expect(question.getByText(why)).toBeDefined();
  fireEvent.click(question.getByRole('button', { name: 'Sí, es el precio' }));
  expect(confirmed).toEqual([after]);
});
