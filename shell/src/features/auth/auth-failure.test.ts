import { expect, test, vi } from 'vitest';
import { refused } from '@taller/shared/runtime/auth-refusal.ts';
import { recoveryErrorTexts } from '#src/texts/auth.ts';
import { describeRefusal, describeUnexpected } from './auth-failure.ts';

test('AUTH-04 a known code reads in Spanish, without the words of a server that has none', () => {
  expect(
    describeRefusal({ ok: false, code: 'invalid_credentials', message: 'Invalid login credentials' }),
  ).toEqual({
    text: 'El correo o la contraseña no son correctos.',
    serverMessage: null,
  });
});

test("AUTH-04 an unknown code shows the server's message as it came, below words of ours", () => {
  expect(describeRefusal({ ok: false, code: 'captcha_failed', message: 'captcha protection' })).toEqual({
    text: 'El servidor no aceptó la solicitud.',
    serverMessage: 'captcha protection',
  });
});

test('PUB-14 a server in trouble says so in Spanish, and nothing else', () => {
  const failures = [
    { name: 'AuthApiError', status: 500, code: 'unexpected_failure', message: 'Internal Server Error' },
    { name: 'AuthApiError', status: 500, code: '500', message: 'Internal server error' },
    { name: 'AuthRetryableFetchError', status: 503, message: '{}' },
  ];
  for (const failure of failures) {
    expect(describeRefusal(refused(failure))).toEqual({
      text: 'El servidor no pudo responder. Espera un momento e intenta de nuevo.',
      serverMessage: null,
    });
  }
});

test('AUTH-04 an answer that cannot be read is an unexpected error, not a missing connection', () => {
  const message = `Unexpected token '<', "<!doctype "... is not valid JSON`;
  expect(describeRefusal(refused({ name: 'AuthUnknownError', message }))).toEqual({
    text: 'Ocurrió un error inesperado',
    serverMessage: null,
  });
});

test('AUTH-04 code of the page that failed to load is not reported as a missing connection', () => {
  vi.spyOn(console, 'error').mockReturnValueOnce();
  const cause = new TypeError('Failed to fetch dynamically imported module: https://x/a.js');
  expect(describeUnexpected(cause).text).toBe('Ocurrió un error inesperado');
});

test('PUB-14 a missing connection is reported without the library’s own words', () => {
  expect(
    describeRefusal(refused({ name: 'AuthRetryableFetchError', status: 0, message: 'fetch failed' })),
  ).toEqual({
    text: 'No hay conexión con el servidor. Revisa tu internet e intenta de nuevo.',
    serverMessage: null,
  });
});

test('AUTH-04 a refusal without a code is still the server’s own', () => {
  expect(
    describeRefusal(refused({ name: 'AuthApiError', status: 400, message: 'Signups not allowed' })),
  ).toEqual({ text: 'El servidor no aceptó la solicitud.', serverMessage: 'Signups not allowed' });
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

test('PUB-14 a request that failed for lack of a connection is reported as such', () => {
  expect(describeUnexpected(new TypeError('Failed to fetch')).text).toBe(
    'No hay conexión con el servidor. Revisa tu internet e intenta de nuevo.',
  );
});

test.each([
  [
    'email_address_not_authorized',
    'La tienda todavía no envía correos. Pide en el mesón que te creen la cuenta, o llámanos.',
  ],
  [
    'over_email_send_rate_limit',
    'Se pidieron varios correos seguidos y no se enviará otro todavía. Espera unos minutos e intenta de nuevo.',
  ],
])('AUTH-21 a mail that was not sent is reported in words: %s', (code, text) => {
  expect(describeRefusal({ ok: false, code, message: 'from the server' })).toEqual({
    text,
    serverMessage: null,
  });
});

test('AUTH-21 a reset link that no mail can bring is not answered with the offer of another account', () => {
  const refusal = { ok: false, code: 'email_address_not_authorized', message: 'from the server' } as const;
  expect(describeRefusal(refusal, recoveryErrorTexts).text).toBe(
    'La tienda todavía no envía correos: el enlace no puede llegarte. Llámanos o pregunta en el mesón.',
  );
});
