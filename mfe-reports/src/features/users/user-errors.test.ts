import { DataError } from '@taller/shared/data-access/data-error.ts';
import { expect, test } from 'vitest';
import { changeReason, createReason } from './user-errors.ts';

test('ORD-14 why an account was not created: an e-mail that is taken, or the rule of the database', () => {
  expect(createReason(new DataError('conflict', 'Ese correo ya está en uso.', '23505'))).toBe(
    'Ya existe una cuenta con ese correo.',
  );
  expect(createReason(new DataError('invalid', 'El RUT no es válido.', '23514'))).toBe(
    'El RUT no es válido.',
  );
});

test("ORD-14 the database's own rule is shown when it refuses a change", () => {
  expect(changeReason(new DataError('invalid', 'Debe quedar al menos un administrador.', '23514'))).toBe(
    'Debe quedar al menos un administrador.',
  );
  expect(changeReason(new DataError('not-found', 'no rows', 'PGRST116'))).toBe('La cuenta ya no existe.');
  expect(changeReason(new TypeError('Failed to fetch'))).toContain('No hay conexión.');
});
