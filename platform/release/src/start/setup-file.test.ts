import { expect, test } from 'vitest';
import { readSetupText } from '#src/start/setup-file.ts';
import { DEMO_SETTINGS } from '../../../../supabase/seed/demo-settings.ts';

const ACCOUNT = { nombre: ' Ana Paz ', correo: 'ana@taller.test', contraseña: 'una-clave-larga' };
const read = (content: unknown) => readSetupText(JSON.stringify(content), 'tienda.json');

test('CFG-48 an export of the settings with an account is a set-up file', () => {
  const { account, sections } = read({
    formato: 'taller-ajustes-1',
    cuenta: ACCOUNT,
    secciones: { shop: DEMO_SETTINGS.shop, hours: DEMO_SETTINGS.hours },
  });
  expect(account).toEqual({ fullName: 'Ana Paz', email: 'ana@taller.test', password: 'una-clave-larga' });
  expect(sections).toEqual({ shop: DEMO_SETTINGS.shop, hours: DEMO_SETTINGS.hours });
});

test('CFG-48 every fault of a set-up file is reported with its position, without the password', () => {
  const wrong = {
    formato: 'taller-ajustes-1',
    cuenta: { nombre: 'Ana Paz', correo: 'ana', contraseña: 'corta' },
    secciones: {
      shop: { ...DEMO_SETTINGS.shop, mapUrl: 'javascript:alert(1)' },
      hours: {
        ...DEMO_SETTINGS.hours,
        week: [[], [{ open: '19:00', close: '09:00' }], [], [], [], [], []],
      },
      otra: {},
    },
  };
  expect(() => read(wrong)).toThrow(
    [
      'tienda.json tiene errores y no se aplicó nada:',
      '  · cuenta.correo: Ingresa un correo electrónico válido.',
      '  · cuenta.contraseña: La contraseña debe tener al menos 6 caracteres.',
      '  · secciones.shop.mapUrl: Debe ser una dirección completa que comience con https://.',
      '  · secciones.hours.week.1.0.close: Debe cerrar después de abrir.',
      '  · secciones.otra: Esta sección no se conoce aquí: el archivo es de otra versión.',
    ].join('\n'),
  );
});

test.each([
  ['{', /tienda\.json no es un archivo de configuración/],
  ['{"hola": 1}', /tienda\.json no es un archivo de configuración/],
  [
    '{"formato": "taller-ajustes-1", "secciones": {}}',
    /cuenta: Debe tener «nombre», «correo» y «contraseña»/,
  ],
])('CFG-48 a set-up file with %s is refused', (text, message) => {
  expect(() => readSetupText(text, 'tienda.json')).toThrow(message);
});
