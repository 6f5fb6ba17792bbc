import { expect, test } from 'vitest';
import { z } from '#src/values/zod.ts';
import { brandingSchema } from './branding-schema.ts';

const problemOf = (color: string | null) => {
  const { error } = z.safeParse(brandingSchema, { logo: null, color });
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

test('CFG-50 a colour that cannot be read is refused at its field, with its contrast and one that can be', () => {
  expect(problemOf(null)).toBeUndefined();
  expect(problemOf('#b3261e')).toBeUndefined();
  expect(problemOf('#777777')).toEqual([
    'color: Con este color el texto blanco se lee mal (contraste 4,4 de 4,5). Prueba #767676.',
  ]);
  expect(problemOf('rojo')).toEqual(['color: Escribe el color como #rrggbb.']);
});
