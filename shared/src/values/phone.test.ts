import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as phone from './phone.ts';

test.each([
  ['+56 9 9658 1177', '56996581177'],
  ['933896898', '56933896898'],
  ['(9) 72599470', '56972599470'],
  ['56950587209', '56950587209'],
  ['32 225 5014', '322255014'],
  ['+91 98123 45678', '919812345678'],
  ['+54 9 11 2345 6789', '5491123456789'],
  ['0054 9 11 2345 6789', '5491123456789'],
  ['(+91) 98123-45678', '919812345678'],
  ['09 7259 9470', '56972599470'],
  ['+49 (0)151 2345 6789', '4915123456789'],
  ['0044 ( 0 ) 20 7946 0958', '442079460958'],
  ['+56 (0)9 7259 9470', '56972599470'],
  ['sin fono', ''],
])('MSG-01 %j is sent to %j: digits, 56 in front of a 9', (text, digits) => {
  expect(phone.normalisePhone(text)).toBe(digits);
});

test('MSG-01 mobiles that WhatsApp can reach', () => {
  expect(phone.isChileanMobile('9 7259 9470')).toBe(true);
  expect(phone.isChileanMobile('+56 32 225 5014')).toBe(false);
  expect(phone.isChileanMobile('97259947')).toBe(false);
});

test('AUTH-03 a phone has to be diallable', () => {
  for (const right of ['+56 9 9658 1177', '933896898', '(32) 225-5014', '+44 20 7946 0958']) {
    expect(phone.isDiallable(right)).toBe(true);
  }
  for (const wrong of ['', 'sin fono', '12345', '9658 1177 anexo 4', '1234567890123456']) {
    expect(phone.isDiallable(wrong)).toBe(false);
  }
});

test('MSG-20 a call is made with the plus of a number whose country is known', () => {
  expect(phone.telHref('+54 9 11 2345 6789')).toBe('tel:+5491123456789');
  expect(phone.telHref('5491123456789')).toBe('tel:+5491123456789');
  expect(phone.telHref('09 7259 9470')).toBe('tel:+56972599470');
  expect(phone.telHref('+1 305 555 0123')).toBe('tel:+13055550123');
  expect(phone.telHref('32 225 5014')).toBe('tel:322255014');
});

test.each([
  ['+56 9 7259 9470', null],
  ['09 7259 9470', null],
  ['+54 9 11 2345 6789', null],
  ['+91 98123 45678', null],
  ['+56 32 225 5014', phone.LANDLINE_WARNING],
  ['22 345 6789', phone.LANDLINE_WARNING],
  ['0322255014', phone.LANDLINE_WARNING],
  ['7259 9470', phone.COUNTRY_WARNING],
  ['91 98123 45678', phone.COUNTRY_WARNING],
  ['54 9 11 2345 6789', phone.COUNTRY_WARNING],
  ['+9 7259 9470', phone.COUNTRY_WARNING],
  ['+56 9 7259 947', phone.COUNTRY_WARNING],
  ['123', null],
])('MSG-20 beside the field, %j is asked about: %j', (text, warning) => {
  expect(phone.phoneWarning(text)).toBe(warning);
});

test('SHELL-03 phones are shown and linked', () => {
  expect(phone.formatPhone('972599470')).toBe('+56 9 7259 9470');
  expect(phone.formatPhone('56322550142')).toBe('+56 32 255 0142');
  expect(phone.formatPhone('56223456789')).toBe('+56 2 2345 6789');
  expect(phone.formatPhone('322550142')).toBe('+56 32 255 0142');
  expect(phone.formatPhone('22 345 6789')).toBe('+56 2 2345 6789');
  expect(phone.formatPhone('+322550142')).toBe('+322550142');
  expect(phone.formatPhone(' 123 ')).toBe('123');
  expect(phone.telHref('(9) 72599470')).toBe('tel:+56972599470');
  expect(phone.telHref('133')).toBe('tel:133');
  expect(phone.whatsAppHref('972599470')).toBe('https://wa.me/56972599470');
  expect(phone.whatsAppHref('972599470', 'Hola, ¿está lista?')).toBe(
    'https://wa.me/56972599470?text=Hola%2C%20%C2%BFest%C3%A1%20lista%3F',
  );
});

test('MSG-01 every way of writing a mobile normalises to the same, and again to itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (number) => {
      const digits = String(number).padStart(8, '0');
      const wanted = `569${digits}`;
      for (const form of [
        `9${digits}`,
        `(9) ${digits}`,
        `+56 9 ${digits.slice(0, 4)} ${digits.slice(4)}`,
        wanted,
      ]) {
        expect(phone.normalisePhone(form)).toBe(wanted);
        expect(phone.normalisePhone(phone.formatPhone(form))).toBe(wanted);
      }
    }),
  );
});
