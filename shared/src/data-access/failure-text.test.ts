import { expect, test } from 'vitest';
import { DataError } from './data-error.ts';
import { failureText } from './failure-text.ts';

const TEXTS = { offline: 'Sin conexión.', forbidden: 'No autorizado.', otherwise: 'No se pudo.' };
const RULE = 'El PIN venció.';

test.each([
  ['a code that the screen names', new DataError('offline', 'fetch failed'), [], 'Sin conexión.'],
  [
    'a failure that a gateway answers',
    new DataError('offline', 'no', '', 'failed'),
    [],
    'No se pudo. El servidor no pudo responder: espera un momento e intenta de nuevo.',
  ],
  [
    'an answer that cannot be read',
    new DataError('offline', '<html>', '', 'unreadable'),
    [],
    'No se pudo. La respuesta del servidor no se pudo leer: espera un momento e intenta de nuevo.',
  ],
  [
    'a function that the database does not have',
    new DataError('server', 'Could not find the function', 'PGRST202'),
    [],
    'No se pudo. La página y la base de datos de la tienda son de versiones distintas: recarga la página y, si sigue igual, avisa a quien administra el sitio.',
  ],
  ['a code that it does not name', new DataError('not-found', 'no row'), [], 'No se pudo.'],
  ['the server’s own sentence, where it is asked for', new DataError('invalid', RULE), ['invalid'], RULE],
  ['the server’s own sentence, where it is not', new DataError('invalid', RULE), [], 'No se pudo.'],
  ['PostgreSQL’s words', new DataError('invalid', 'Row violates check.'), ['invalid'], 'No se pudo.'],
  ['an id that was used for something else', new DataError('invalid', RULE, 'PT409'), [], RULE],
  [
    'a request that the log can find',
    new DataError('server', 'x (código ab-12)'),
    [],
    'No se pudo. (código ab-12)',
  ],
] as const)('DATA-06 the user’s message for %s', (_what, error, told, text) => {
  expect(failureText(error, TEXTS, told)).toBe(text);
});

test.each([
  [
    'the rule that refused',
    new DataError('invalid', 'La cita fue cancelada: agenda una nueva.', '23514'),
    null,
  ],
  ['what is gone', new DataError('not-found', 'La cita ya no existe.', 'P0002'), null],
  [
    'nothing that the server words',
    new DataError('invalid', 'value violates check "x"', '23514'),
    'No se pudo.',
  ],
  ['no permission', new DataError('forbidden', 'permission denied', '42501'), 'Acceso no autorizado.'],
])('DATA-06 DATA-42 a screen with a single text tells %s', (_what, error, text) => {
  expect(failureText(error, 'No se pudo.')).toBe(text ?? error.message);
});
