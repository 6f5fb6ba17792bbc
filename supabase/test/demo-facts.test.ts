import { expect, test } from 'vitest';
import { isChileanMobile, isDiallable } from '@taller/shared/values/phone.ts';
import { hasRightCheckDigit } from '@taller/shared/values/rut.ts';
import { DEMO_FACTS } from '../seed/demo-facts.ts';

const { shop, terms } = DEMO_FACTS;

test('SHELL-03 the demo shop’s own facts are well formed', () => {
  expect(hasRightCheckDigit(shop.rut)).toBe(true);
  expect(isDiallable(shop.phone)).toBe(true);
  expect(isChileanMobile(shop.whatsApp)).toBe(true);
  for (const link of [shop.mapUrl, ...shop.socialLinks.map(({ href }) => href)]) {
    expect(new URL(link).protocol).toBe('https:');
  }
  expect(shop.paymentMethods).toEqual(['Efectivo', 'Transferencia bancaria']);
});

test('ORD-13 WARR-16 six numbered terms: fetch in 40 days, named warranties, liquid, backup, slip, consumer law', () => {
  expect(terms.items).toHaveLength(6);
  const words = [
    /40 días.*un año después de firmada/,
    /no reemplazan la garantía legal/,
    /de la tienda no cubre.*líquidos/,
    /respaldo/i,
    /presentar esta orden/,
    /Consumidores/,
  ];
  words.forEach((word, index) => expect(terms.items[index]).toMatch(word));
});
