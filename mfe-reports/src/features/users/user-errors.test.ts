import { DataError } from '@taller/shared/data-access/data-error.ts';
import { expect, test } from 'vitest';
import { changeReason, createReason } from './user-errors.ts';

test('ORD-14 an e-mail that is taken is said, whether the sign-up or the second step found out', () => {
  expect(createReason(new DataError('conflict', 'User already registered', 'user_already_exists'))).toBe(
    'Ya existe una cuenta con ese correo.',
  );
  expect(createReason(new DataError('not-found', 'No se pudo crear el usuario', 'P0002'))).toBe(
    'Ya existe una cuenta con ese correo.',
  );
});

test('ORD-14 English messages of the authentication server are never shown', () => {
  expect(createReason(new DataError('invalid', 'Password is known to be weak', 'weak_password'))).toBe(
    'La contraseña es demasiado fácil de adivinar.',
  );
  expect(
    createReason(new DataError('invalid', 'Unable to validate email address', 'validation_failed')),
  ).toBeNull();
  expect(
    createReason(new DataError('invalid', 'email rate limit exceeded', 'over_email_send_rate_limit')),
  ).toBe('Se crearon muchas cuentas seguidas. Espera unos minutos.');
});

test("ORD-14 the database's own rule is shown when it refuses a change", () => {
  expect(changeReason(new DataError('invalid', 'Debe quedar al menos un administrador.', '23514'))).toBe(
    'Debe quedar al menos un administrador.',
  );
  expect(changeReason(new DataError('not-found', 'no rows', 'PGRST116'))).toBe('La cuenta ya no existe.');
  expect(changeReason(new TypeError('Failed to fetch'))).toContain('No hay conexión.');
});
