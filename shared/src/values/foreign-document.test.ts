import { expect, test } from 'vitest';
import { identityField } from './field-schemas.ts';
import { DOCUMENT_INVALID, documentCountries, isDocument, tidyDocument } from './foreign-document.ts';
import { formatRut, isValidRut, RUT_HINT } from './rut.ts';

test('ORD-102 a document counts with its country, and reads with its name', () => {
  expect(tidyDocument('AR/aab 123.456')).toBe('AR/AAB123456');
  expect(isDocument('AR/AAB123456')).toBe(true);
  expect(isValidRut('AR/12345678')).toBe(false);
  expect(formatRut('AR/AAB123456')).toBe('AAB123456 (Argentina)');
  expect(formatRut('XX/123')).toBe('123 (otro país)');
  expect(documentCountries().every(({ value, label }) => isDocument(`${value}/123`) && label !== value)).toBe(
    true,
  );
});

test('ORD-102 the rule of RUTs stays, and a document needs its country and number', () => {
  const read = (text: string) => {
    const { data, error } = identityField().safeParse(text);
    return data ?? error?.issues[0]?.message;
  };
  expect(read('15.254.750-1')).toBe('15254750-1');
  expect(read('PE/aab-123')).toBe('PE/AAB123');
  expect(read('12345')).toBe(RUT_HINT);
  expect(read('AAB123456')).toBe(RUT_HINT);
  expect(read('')).toBe('El RUT es obligatorio.');
  for (const text of ['--/AAB123456', 'PE/', 'PE/1', `PE/${'1'.repeat(21)}`])
    expect(read(text)).toBe(DOCUMENT_INVALID);
});
