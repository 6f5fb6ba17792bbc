import { expect, test } from 'vitest';
import { publishableKeyFault, secretKeyFault } from './project-keys.ts';

const oldKey = (role: string) =>
  ['{"alg":"HS256"}', JSON.stringify({ iss: 'supabase', role }), 'x']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

test.each([
  ['sb_publishable_abc', oldKey('anon')],
  ['sb_secret_abc', oldKey('service_role')],
])(
  'OPS-82 a publishable key given as the secret one, or the reverse, is refused with the name of the right one: %s',
  (given, old) => {
    const isPublishable = given.startsWith('sb_publishable_');
    for (const key of [given, old]) {
      expect([secretKeyFault(key), publishableKeyFault(key)]).toEqual(
        isPublishable
          ? [
              'Esa es la clave publicable. Aquí va la secreta (sb_secret_…): está en el panel de Supabase, en Project Settings, API Keys.',
              undefined,
            ]
          : [
              undefined,
              'Esa es la clave secreta: quien la vea puede leer y cambiar todo. Aquí va la publicable (sb_publishable_…). Si la secreta ya quedó en un sitio publicado, reemplázala en el panel de Supabase.',
            ],
      );
    }
  },
);

test('OPS-82 a key of unknown kind is left to the server to judge', () => {
  expect([secretKeyFault('clave'), publishableKeyFault('clave')]).toEqual([undefined, undefined]);
});
