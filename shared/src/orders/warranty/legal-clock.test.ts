import { expect, test } from 'vitest';
import { legalDates, legalFacts, type LegalOrder } from './legal-clock.ts';

const ORDER: LegalOrder = {
  created_at: '2026-11-20T15:00:00Z',
  delivered_at: '2026-11-23T15:00:00Z',
  status: 'delivered',
  unrepaired_reason: null,
  warranty_repair: false,
};
const dates = (columns: Partial<LegalOrder>, stays: Parameters<typeof legalDates>[1] = []) =>
  legalDates({ ...ORDER, ...columns }, stays).map(({ about, day }) => [about, day]);

test('WARR-14 after the delivery there are 30 working days for the work, and six months for new parts', () => {
  // Without weekends, 8 and 25 December, and 1 January.
  expect(dates({})).toEqual([
    ['work', '2027-01-07'],
    ['parts', '2027-05-23'],
  ]);
  expect(dates({ delivered_at: '2022-03-23T15:00:00Z' })).toEqual([['work', '2022-05-05']]);
});

test.each([
  ['of a year', '2026-11-20T15:00:00Z', '2027-11-20'],
  ['from 29 February', '2028-02-29T15:00:00Z', '2029-02-28'],
  ['from the day before, by the shop’s clock', '2026-11-21T02:30:00Z', '2027-11-20'],
])('WARR-14 a device counts as abandoned after the end %s', (_what, created_at, day) => {
  expect(dates({ status: 'completed', delivered_at: null, created_at })).toEqual([['abandoned', day]]);
});

test('WARR-14 six months end with the month if it has no such day', () => {
  expect(dates({ delivered_at: '2026-08-31T15:00:00Z' })[1]).toEqual(['parts', '2027-02-28']);
});

test('WARR-14 the term of parts stands still in the shop, but for a stay that begins after its end', () => {
  const stays = [
    { begins: '2026-12-01', days: 5 },
    { begins: '2027-05-27', days: 3 },
    { begins: '2027-06-30', days: 9 },
  ];
  expect(dates({}, stays)).toEqual([
    ['work', '2027-01-07'],
    ['parts', '2027-05-31'],
  ]);
});

test('WARR-14 a device that went back unrepaired, or was repaired under a warranty, begins none of these terms', () => {
  expect(dates({ unrepaired_reason: 'Sin repuesto' })).toEqual([]);
  expect(dates({ warranty_repair: true })).toEqual([]);
});

test('WARR-14 each date is told with its article, and that it is over', () => {
  const now = new Date('2027-01-08T15:00:00Z');
  expect(legalFacts(ORDER, [], now).map(({ value, note }) => [value, note])).toEqual([
    ['Terminó el 07-01-2027', 'Ley 19.496, artículo 41: 30 días hábiles desde la entrega.'],
    [
      'Hasta el 23-05-2027',
      'Ley 19.496, artículos 19 a 21: seis meses desde la entrega, sin el tiempo de una reparación en garantía.',
    ],
  ]);
});
