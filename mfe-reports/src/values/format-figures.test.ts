import { describe, expect, test } from 'vitest';
import {
  formatChange,
  formatDecimal,
  formatHours,
  formatShortClp,
  formatPercentage,
  formatShare,
} from './format-figures.ts';

describe('REP-04 figures as people in Chile read them', () => {
  test.each([
    [37.54, 1, '37,5'],
    [37.55, 2, '37,55'],
    [3, 1, '3'],
    [0, 1, '0'],
    [0.04, 1, '0'],
    [12_345.6, 1, '12.345,6'],
    [null, 1, '—'],
  ])('%s with %i decimals at most is %s', (value, digits, text) => {
    expect(formatDecimal(value, digits)).toBe(text);
  });

  test.each([
    [33.33, '33,33\u00A0%'],
    [100, '100,00\u00A0%'],
    [0, '0,00\u00A0%'],
    [66.666, '66,67\u00A0%'],
  ])('the share %s is %s: two decimals, and a space that does not break', (value, text) => {
    expect(formatPercentage(value)).toBe(text);
  });

  test('the share of a total of zero is undefined', () => {
    expect(formatShare(0, 0)).toBe('—');
    expect(formatShare(2, 3)).toBe('66,67\u00A0%');
    expect(formatShare(0, 3)).toBe('0,00\u00A0%');
  });

  test.each([
    [100, 112.5, '+12,5\u00A0%'],
    [100, 92, '−8\u00A0%'],
    [100, 100, '0\u00A0%'],
    [100, 100.01, '0\u00A0%'],
    [100, 0, '−100\u00A0%'],
    [110_980, 2_100_670, '+1.793\u00A0%'],
    [1000, 21_000, '+2.000\u00A0%'],
    [0, 500, '—'],
    [0, 0, '—'],
  ])('from %s to %s the change is %s', (before, now, text) => {
    expect(formatChange(before, now)).toBe(text);
  });

  test.each([
    [null, '—'],
    [0, '0 minutos'],
    [1 / 60, '1 minuto'],
    [0.75, '45 minutos'],
    [1, '1 hora'],
    [9.84, '9,8 horas'],
    [47.9, '47,9 horas'],
    [48, '2 días'],
    [75, '3,1 días'],
  ])('%s hours are %s', (hours, text) => {
    expect(formatHours(hours)).toBe(text);
  });

  test.each([
    [0, '$0'],
    [900, '$900'],
    [450_000, '$450\u00A0mil'],
    [1_250_000, '$1,3\u00A0M'],
  ])('REP-23 on an axis %s is %s', (amount, text) => {
    expect(formatShortClp(amount)).toBe(text);
  });
});
