import { deskSchema } from '@taller/shared/settings/desk-schema.ts';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { expect, test } from 'vitest';
import { sectionResolver, toFormValues } from './form-values.ts';

// Settings are read so: with what sections have gained.
const desk = deskSchema.parse(FIRST_VALUES.desk);
type Points = { text: string }[];
const options = { fields: {}, shouldUseNativeValidation: false };
const send = (values: ReturnType<typeof toFormValues>) => sectionResolver('desk')(values, undefined, options);

test('REC-121 a change elsewhere in the section keeps the points, and new points keep the rest', async () => {
  const form = toFormValues(desk);
  expect(await send({ ...form, idleDays: 9 })).toEqual({ values: { ...desk, idleDays: 9 }, errors: {} });
  const tablet: Points = [{ text: 'Enciende' }, { text: 'Lápiz' }];
  const changed = { ...form, checkpoints: { ...(form.checkpoints as object), tablet } };
  const checkpoints = { ...desk.checkpoints, tablet: ['Enciende', 'Lápiz'] };
  expect(await send(changed)).toEqual({ values: { ...desk, checkpoints }, errors: {} });
});

test('REC-121 a point that is there twice is told at its list', async () => {
  const form = toFormValues(desk);
  const others: Points = [{ text: 'Táctil' }, { text: 'tactil' }];
  const { errors } = await send({ ...form, checkpoints: { ...(form.checkpoints as object), others } });
  expect(errors).toMatchObject({
    checkpoints: { others: { message: 'Dos puntos se llaman igual. Cambia uno.' } },
  });
});
