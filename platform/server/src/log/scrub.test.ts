import { expect, test } from 'vitest';
import { errorWords } from './error-words.ts';
import { scrub } from './scrub.ts';

test.each([
  ['550 <ana.perez@correo.cl> rejected', '550 <[correo]> rejected'],
  ['RUT 12.345.678-5, 9876543-k', 'RUT [rut], [rut]'],
  ['a +56 9 8123 4567 y 981234567', 'a [número] y [número]'],
  ['from 203.0.113.7:4711', 'from [ip]:4711'],
  ['josé.muñoz@correo.cl y ana＠correo.cl', '[correo] y [correo]'],
  ['RUT １２.３４５.６７８-５, 12345678 – k', 'RUT [rut], [rut]'],
  ['a (56) 9.8123.4567, ٩٨١٢٣٤٥٦٧', 'a ([número], [número]'],
  ['Key (customer_rut)=(7654321-6) already exists', 'Key (customer_rut)=(…) already exists'],
  ['Bearer abc.def and eyJh.eyJi.c2ln', '[token] and [token]'],
  ['postgres://shop:secret@db.example/shop is closed', '[dirección] is closed'],
  [
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301 has no answer',
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301 has no answer',
  ],
  ['order 006420 took 1234 ms', 'order 006420 took 1234 ms'],
])('OPS-44 the log writes %s as %s', (text, clean) => {
  expect(scrub(text)).toBe(clean);
});

test('OPS-44 the log shows an error’s kind, code and position, and its message only without personal data', () => {
  const parse = () => JSON.parse('{"name": Zoraida}') as unknown;
  const thrown = (work: () => unknown) => {
    try {
      return work();
    } catch (error) {
      return error;
    }
  };
  expect(errorWords(thrown(parse))).toMatch(/^SyntaxError at /);
  expect(errorWords(thrown(parse))).not.toContain('Zoraida');
  expect(errorWords(new TypeError('x is not a function'))).toContain('TypeError x is not a function at ');
  expect(errorWords(Object.assign(new Error('Zoraida'), { code: '23505' }))).toMatch(/^Error 23505 at /);
});
