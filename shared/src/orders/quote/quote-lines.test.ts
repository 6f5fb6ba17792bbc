import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isPlainQuote,
  lineGroups,
  linesTotal,
  pickLine,
  takeLines,
  takenIds,
  taxPart,
  type QuoteLine,
} from './quote-lines.ts';

const line = (id: string, rest: Partial<QuoteLine> = {}): QuoteLine => ({
  id,
  kind: 'labour',
  description: 'Servicio técnico',
  quantity: 1,
  unit_price: 1000,
  discount: 0,
  condition: null,
  choice: null,
  optional: false,
  chosen: true,
  note: '',
  ...rest,
});
const original = line('original', { choice: 'Pantalla', unit_price: 60_000 });
const compatible = line('compatible', { choice: 'Pantalla', unit_price: 35_000, chosen: false });
const extra = line('extra', { optional: true, chosen: false, quantity: 2, unit_price: 4000, discount: 500 });
const LINES = [original, line('work'), compatible, extra];

describe('QUO-03 what is chosen of a quote', () => {
  test('QUO-03 an option adds its amount, and an alternative takes the other one’s place', () => {
    expect(linesTotal(LINES)).toBe(61_000);
    const both = pickLine(pickLine(LINES, extra, true), compatible, true);
    expect(linesTotal(both)).toBe(1000 + 35_000 + 7500);
    expect(takenIds(both)).toEqual(['compatible', 'extra']);
    expect(takeLines(LINES, takenIds(both))).toEqual(both);
    expect(linesTotal(pickLine(both, extra, false))).toBe(36_000);
  });

  test('QUO-03 alternatives stand together, where the first of them does', () => {
    expect(lineGroups(LINES).map(({ lines }) => lines.map(({ id }) => id))).toEqual([
      ['original', 'compatible'],
      ['work'],
      ['extra'],
    ]);
  });

  test('QUO-02 a quote that is one number has no list', () => {
    expect(isPlainQuote([])).toBe(true);
    expect(isPlainQuote([line('a')])).toBe(true);
    expect(isPlainQuote([line('a', { note: 'Con respaldo' })])).toBe(false);
    expect(isPlainQuote([line('a', { quantity: 2 })])).toBe(false);
    expect(isPlainQuote([line('a', { discount: 100 })])).toBe(false);
    expect(isPlainQuote([line('a', { kind: 'part', condition: 'used' })])).toBe(false);
    expect(isPlainQuote(LINES)).toBe(false);
  });
});

test('QUO-09 the tax is part of the total, in whole pesos', () => {
  expect(taxPart(11_900, 19)).toBe(1900);
  expect(taxPart(1, 19)).toBe(0);
  expect(taxPart(10_000, 0)).toBe(0);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000 }),
      fc.integer({ min: 0, max: 50 }),
      (total, rate) => {
        const net = total - taxPart(total, rate);
        expect(Math.abs(net * (100 + rate) - total * 100)).toBeLessThanOrEqual((100 + rate) / 2);
      },
    ),
  );
});
