// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { RowActions, type ItemTask } from './row-actions.tsx';

test("INV-21 a row offers 'Dar de baja' by its name and the other actions in a menu", async () => {
  const tasks: ItemTask['kind'][] = [];
  const item = { id: 'one', brand: 'Samsung', model: 'Galaxy A54' } as ItemTask['item'];
  renderScreen(<RowActions item={item} onTask={({ kind }) => tasks.push(kind)} />, { role: 'technician' });
  fireEvent.click(screen.getByText('Dar de baja'));
  expect(screen.queryByRole('menuitem')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Más acciones de Samsung Galaxy A54' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Editar producto',
    'Historial',
    'Imprimir etiquetas',
  ]);
  expect(tasks).toEqual(['writeOff']);
});
