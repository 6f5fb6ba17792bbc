import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { formatThousands } from '@taller/shared/values/money.ts';
import { Change } from './key-figure.tsx';
import { Sparkline } from './sparkline.tsx';

const textOf = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[^\S\u00A0]+/g, ' ')
    .trim();

describe('REP-21 the change of a figure', () => {
  const change = (now: number | null, before: number | null, lessIsBetter = false) =>
    renderToStaticMarkup(
      <Change now={now} before={before} format={formatThousands} lessIsBetter={lessIsBetter} />,
    );

  test.each([
    [12, 10, '+20\u00A0% antes 10'],
    [8, 10, '−20\u00A0% antes 10'],
    [0, 10, '−100\u00A0% antes 10'],
    [10, 10, '0\u00A0% antes 10'],
    [5, 0, 'Sin datos antes'],
    [0, 0, 'Sin datos antes'],
    [5, null, 'Sin datos antes'],
    [null, 3, 'antes 3'],
    [null, null, 'Sin datos antes'],
  ])('from %s now and %s before it reads %s', (now, before, text) => {
    expect(textOf(change(now, before))).toBe(text);
  });

  test('a figure that grew is shown as better, a time that grew as worse, an equal one as neither', () => {
    const tone = (markup: string) => /data-tone="(\w+)"/.exec(markup)?.[1];
    expect(tone(change(12, 10))).toBe('better');
    expect(tone(change(8, 10))).toBe('worse');
    expect(tone(change(12, 10, true))).toBe('worse');
    expect(tone(change(8, 10, true))).toBe('better');
    expect(tone(change(10, 10))).toBeUndefined();
  });
});

describe('REP-20 the small line of a figure', () => {
  const line = (values: (number | null)[], step = 1) =>
    renderToStaticMarkup(<Sparkline name="Entregas" values={values} step={step} format={formatThousands} />);
  const points = (markup: string) =>
    (/points="([^"]*)"/.exec(markup)?.[1] ?? '').split(' ').map((point) => point.split(',').map(Number));

  test('it tells its extremes and its last value', () => {
    expect(line([3, 1, 7, 4], 7)).toContain(
      'aria-label="Entregas por semana: mínimo 1, máximo 7, último 4."',
    );
    expect(line([3, null, 1], 12)).toContain('cada 12 días: mínimo 1, máximo 3, último 1.');
  });

  test('more is higher, and a step without a value leaves its place', () => {
    const [first, last] = points(line([1, null, null, 5]));
    expect(first?.[0]).toBeLessThan(last?.[0] ?? 0);
    expect(first?.[1]).toBeGreaterThan(last?.[1] ?? 0);
    expect(points(line([1, null, 5, 5]))[1]?.[0]).toBe(79);
  });

  test('a constant series is drawn in the middle; fewer than two values draw nothing', () => {
    expect(points(line([2, 2])).every(([, y]) => y === 16)).toBe(true);
    expect(line([2])).toBe('');
    expect(line([null, 4, null])).toBe('');
    expect(line([])).toBe('');
  });
});
