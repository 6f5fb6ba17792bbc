import { DataError, type DataErrorCode } from '#src/data-access/data-error.ts';
import { expect, test } from 'vitest';
import { orderChangeFailure, orderReadFailure, orderSaveFailure } from './failure-text.ts';

test('OPS-42 a failure of the server is reported with the code of its request; other failures have none', () => {
  const failed = new DataError('server', 'Error interno del servidor (código 3f9a1c2e77b0).');
  expect(orderSaveFailure(failed)).toMatch(/ \(código 3f9a1c2e77b0\)$/);
  expect(orderReadFailure(failed)).toMatch(/ \(código 3f9a1c2e77b0\)$/);
  expect(orderSaveFailure(new DataError('server', 'boom'))).not.toContain('código');
  expect(orderSaveFailure(new DataError('offline', 'gone'))).not.toContain('código');
});

test('ORD-34 a failed read speaks of reading, a failed save of saving', () => {
  const error = new DataError('server', 'boom', 'XX000');
  expect(orderSaveFailure(error)).toBe('El servidor no pudo guardar. Vuelve a intentar.');
  expect(orderReadFailure(error)).toBe('El servidor no pudo leer los datos. Vuelve a intentar.');
  expect(orderReadFailure(new DataError('offline', 'Failed to fetch'))).toBe(
    'No hay conexión. Revisa tu internet y vuelve a intentar.',
  );
});

test('ORD-34 no text of the database or of a library is shown to users', () => {
  const foreign = [
    'case not found',
    'new row violates row-level security policy for table "service_orders"',
    'invalid input syntax for type uuid: "x"',
    'JSON object requested, multiple (or no) rows returned',
  ];
  const codes: DataErrorCode[] = ['offline', 'forbidden', 'not-found', 'conflict', 'invalid', 'server'];
  for (const message of foreign) {
    for (const code of codes) {
      const error = new DataError(code, message);
      expect([orderSaveFailure(error), orderReadFailure(error)].join()).not.toContain(message);
    }
  }
});

test('UI-04 only where something was typed does a failure say that it is kept', () => {
  const gone = new DataError('offline', 'Failed to fetch');
  expect(orderSaveFailure(gone)).toContain('Lo que escribiste sigue aquí');
  for (const text of [orderChangeFailure(gone), orderReadFailure(gone)])
    expect(text).not.toContain('escribiste');
  expect(orderChangeFailure(new DataError('forbidden', ''))).toBe(
    'No tienes permiso para hacer este cambio.',
  );
});

test('ORD-15 a list that may not be read does not speak of a change', () => {
  const codes: DataErrorCode[] = ['offline', 'forbidden', 'not-found', 'conflict', 'invalid', 'server'];
  for (const code of codes)
    expect(orderReadFailure(new DataError(code, ''))).not.toMatch(/cambi|guardar|escrib|datos no se acept/);
  expect(orderReadFailure(new DataError('forbidden', 'permission denied for table service_orders'))).toBe(
    'No tienes permiso para ver esto.',
  );
});
