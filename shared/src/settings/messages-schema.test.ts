import { z } from '#src/values/zod.ts';
import { expect, test } from 'vitest';
import { messagesSchema } from './messages-schema.ts';

/** The schema's error for a text of the message for a finished repair. */
function faultOf(text: string): string | undefined {
  const { error } = z.safeParse(messagesSchema.shape.completed, { enabled: true, template: 'a', text });
  return error?.issues[0]?.message;
}

test.each([
  ['{{orden}} está lista', undefined],
  ['{{orden}} de {{cliente}}: {{equipo}}', undefined],
  [
    '{{orden}}: {{fecha_entrega}}',
    '{{fecha_entrega}} no existe. Puedes usar: {{orden}}, {{cliente}}, {{equipo}}, {{tienda}}, {{sitio}}.',
  ],
  // Another event has it.
  [
    '{{orden}}: {{enlace}}',
    '{{enlace}} no existe. Puedes usar: {{orden}}, {{cliente}}, {{equipo}}, {{tienda}}, {{sitio}}.',
  ],
  [
    '{{ orden }} lista',
    '{{ orden }} no existe. Puedes usar: {{orden}}, {{cliente}}, {{equipo}}, {{tienda}}, {{sitio}}.',
  ],
  ['{{1}} lista', '{{1}} no existe. Puedes usar: {{orden}}, {{cliente}}, {{equipo}}, {{tienda}}, {{sitio}}.'],
  [
    '{orden} lista',
    'Las llaves van de a dos, alrededor de una variable: {{orden}}, {{cliente}}, {{equipo}}, {{tienda}}, {{sitio}}.',
  ],
  [
    '{{{orden}}} lista',
    'Las llaves van de a dos, alrededor de una variable: {{orden}}, {{cliente}}, {{equipo}}, {{tienda}}, {{sitio}}.',
  ],
  ['Tu equipo está listo', 'Incluye {{orden}}: para que se sepa de qué orden se trata.'],
  ['', 'Escribe algo aquí.'],
])('CFG-57 the text %j', (text, fault) => {
  expect(faultOf(text)).toBe(fault);
});
