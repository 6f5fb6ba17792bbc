// @vitest-environment jsdom
import { screen } from '@testing-library/react';
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
      page={1}
      onPageChange={() => undefined}
      columns={[{ id: 'text', header: 'Qué', cell: ({ text }) => text }]}
      label="Registro"
      empty="Nada"
    />,
  );
  expect(screen.getByText('Sumó 3 unidades')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});
