// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { LogTable } from './log-table.tsx';

test('INV-05 entries that were read stay in view when they cannot be read again', () => {
  renderScreen(
    <LogTable
      log={{
        data: { rows: [{ id: 1, text: 'Sumó 3 unidades' }], total: 1, isMore: false },
        error: new Error('down'),
        isFetching: false,
        refetch: () => Promise.resolve(),
      }}
      request={{ userId: null, action: null, from: null, to: null, page: 1 }}
      onChange={() => undefined}
      columns={[{ id: 'text', header: 'Qué', cell: ({ text }) => text }]}
      label="Registro"
      empty={{ title: 'Nada', hint: 'Aquí queda todo.' }}
      emptyFiltered="Nada con estos filtros"
    />,
  );
  expect(screen.getByText('Sumó 3 unidades')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain('No se pudo cargar el registro.');
});

test('UI-10 a log without entries says whether that is because of its filters, what to do, and takes them off', () => {
  const changes: object[] = [];
  const table = (request: object) =>
    renderScreen(
      <LogTable<{ id: number }>
        log={{
          data: { rows: [], total: 0, isMore: false },
          error: null,
          isFetching: false,
          refetch: () => Promise.resolve(),
        }}
        request={{ userId: null, action: null, from: null, to: null, page: 1, ...request }}
        onChange={(part) => changes.push(part)}
        columns={[]}
        label="Registro"
        empty={{ title: 'Nada', hint: 'Aquí queda todo.' }}
        emptyFiltered="Nada con estos filtros"
      />,
    );
  // The log of accounts is a log of its own, not a filter.
  const { unmount } = table({ action: 'account' });
  expect(screen.getByText('Nada')).toBeDefined();
  expect(screen.getByText('Aquí queda todo.')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  table({ action: 'delete', from: '2026-11-25' });
  expect(screen.getByText('Nada con estos filtros')).toBeDefined();
  expect(screen.getByText('Prueba con otro usuario o con otras fechas.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Quitar filtros' }));
  expect(changes).toEqual([{ userId: null, action: null, from: null, to: null }]);
});
