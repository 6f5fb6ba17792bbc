import { expect, test, vi } from 'vitest';
import { describeRefusal, describeUnexpected } from './auth-failure.ts';

test("AUTH-04 a known code reads in Spanish, with the server's message beside it", () => {
  expect(
    describeRefusal({ ok: false, code: 'invalid_credentials', message: 'Invalid login credentials' }),
  ).toEqual({
    text: 'El correo o la contraseña no son correctos.',
    serverMessage: 'Invalid login credentials',
  });
});

test("AUTH-04 an unknown code shows the server's message as it came", () => {
  expect(describeRefusal({ ok: false, code: 'captcha_failed', message: 'captcha protection' })).toEqual({
    text: 'captcha protection',
    serverMessage: null,
  });
});

test('AUTH-04 a request without an answer says that there is no connection', () => {
  for (const message of [
    'Failed to fetch',
    'NetworkError when attempting to fetch resource.',
    'Load failed',
  ]) {
    expect(describeRefusal({ ok: false, code: '', message }).text).toBe(
      'No hay conexión con el servidor. Revisa tu internet e intenta de nuevo.',
    );
  }
});

test("AUTH-04 a refusal without words and an exception read 'Ocurrió un error inesperado'", () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(describeRefusal({ ok: false, code: '', message: '' }).text).toBe('Ocurrió un error inesperado');
  expect(describeUnexpected(new Error('boom')).text).toBe('Ocurrió un error inesperado');
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});
