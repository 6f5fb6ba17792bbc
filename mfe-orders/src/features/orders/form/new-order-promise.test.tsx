// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { orderContactsQuery } from '@taller/shared/orders/customers/order-contacts-query.ts';
import { knownCustomerQuery, usualDevicesQuery } from '@taller/shared/orders/order-form-queries.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { promiseSuggestionQuery } from '@taller/shared/orders/promises/promise-suggestion-query.ts';
import { warrantiesQuery } from '@taller/shared/orders/warranty/warranties-query.ts';
import { staffNamesQuery, techniciansQuery } from '@taller/shared/people/staff-queries.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { Dialog } from '@taller/shared/ui/dialog.tsx';
import { expect, test, vi } from 'vitest';
import { NewOrderForm } from './new-order-form.tsx';

const mutate = vi.hoisted(() => vi.fn());
vi.mock('@taller/shared/orders/create-order-mutation.ts', () => ({
  useCreateOrderMutation: () => ({ mutate, isPending: false, error: null }),
}));

const BEFORE = orderColumns({ customer_rut: '15254750-1', customer_address: null, second_phone: null });

test('TIME-20 a new order is promised for a moment that has passed only if somebody says so', async () => {
  renderScreen(
    <Dialog open onOpenChange={() => undefined} title="Nueva orden">
      <NewOrderForm
        before={BEFORE as unknown as Order}
        visit={null}
        notice={null}
        onBusy={() => undefined}
        onCancel={() => undefined}
        onRestart={() => undefined}
        onCreated={() => undefined}
      />
    </Dialog>,
    {
      role: 'receptionist',
      answers: [
        answer(techniciansQuery(), []),
        answer(staffNamesQuery(), new Map()),
        answer(deskSettingsQuery(), () => new Promise(() => undefined)),
        answer(usualDevicesQuery(), []),
        answer(knownCustomerQuery({ by: 'rut', value: '15254750-1' }), null),
        answer(orderContactsQuery('15254750-1'), []),
        answer(warrantiesQuery({ rut: '15254750-1', phone: '56955551234', imei: '' }), []),
        ...['', 'Samsung'].map((brand) =>
          answer(promiseSuggestionQuery({ type: 'smartphone', brand, problem: 'No carga' }), null),
        ),
      ],
    },
  );
  const form = within(await screen.findByRole('dialog'));
  const type = (label: string | RegExp, value: string) =>
    fireEvent.change(form.getByLabelText(label), { target: { value } });
  type('Marca', 'Samsung');
  type('Modelo', 'A15');
  type(/^Estado en que llega/, 'Rayado');
  type('Problema', 'No carga');
  type(/^Trabajo a realizar/, 'Cambio de pin');
  type(/^Comprometida para/, '02-01-2020 17:00');
  const create = form.getByRole('button', { name: 'Crear orden' });
  fireEvent.click(create);
  expect(await form.findByText('Confirma la fecha o elige otra.')).toBeDefined();
  expect(mutate).not.toHaveBeenCalled();
  const anyway = form.getByRole('checkbox', { name: /^Sí, comprometer esa fecha/ });
  await waitFor(() => expect(document.activeElement).toBe(anyway));
  fireEvent.click(anyway);
  fireEvent.click(create);
  await waitFor(() => expect(mutate).toHaveBeenCalledOnce());
  expect(mutate.mock.calls[0]?.[0]).toMatchObject({ form: { promised_at: '2020-01-02T17:00' } });
});
