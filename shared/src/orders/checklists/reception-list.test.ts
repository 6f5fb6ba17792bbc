import { beforeEach, expect, test, vi } from 'vitest';
import type { Result } from './checklist.ts';
import { saveReceptionList, type ReceptionList } from './reception-list.ts';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@taller/shared/runtime', async (original) => ({
  ...(await original<object>()),
  supabase: async () => ({ rpc }),
}));
beforeEach(() => {
  rpc.mockReset();
});

const formWith = (result: Result, type: ReceptionList['type'] = 'smartphone', condition = '') => ({
  equipmentType: 'smartphone',
  condition,
  reception_list: {
    type,
    points: [{ label: 'Pantalla', result }],
    accessories: [
      { id: 'a1', label: 'Cargador' },
      { id: 'a2', label: 'Funda' },
    ],
  },
});
const answers = (...rows: object[]) => {
  for (const row of rows) rpc.mockResolvedValueOnce({ data: [row], error: null });
};
const sent = () => rpc.mock.calls.map(([, args]) => args as Record<string, unknown>);

test.each([
  ['nobody tried anything', formWith('untested')],
  ['it is of another kind of device', formWith('works', 'tablet')],
  ['there is none', { equipmentType: 'smartphone', condition: '', reception_list: null }],
])('REC-120 a new order sends no list when %s', async (_case, form) => {
  await saveReceptionList('o7', form, []);
  expect(rpc).not.toHaveBeenCalled();
});

test('REC-120 a list that arrived without an answer, and was changed since, is corrected', async () => {
  const first = formWith('works');
  answers(
    { saved: false, version: 1, points: first.reception_list.points, accessories: [] },
    { saved: true, version: 2, points: [], accessories: [] },
  );
  await saveReceptionList('o7', formWith('fails'), [first]);
  expect(sent()).toMatchObject([
    { p_order_id: 'o7', p_moment: 'reception', p_points: [{ label: 'Pantalla', result: 'fails' }] },
    { p_known: 1, p_points: [{ label: 'Pantalla', result: 'fails' }] },
  ]);
  expect(sent()[0]).not.toHaveProperty('p_known');
});

test('REC-120 a list that somebody else wrote meanwhile stays', async () => {
  answers({ saved: false, version: 1, points: [{ label: 'Pantalla', result: 'fails' }], accessories: [] });
  await saveReceptionList('o7', formWith('works'), [formWith('works')]);
  expect(rpc).toHaveBeenCalledTimes(1);
});

test('REC-120 a list that could not be saved fails, so that the form keeps it', async () => {
  rpc.mockResolvedValueOnce({ data: null, error: { message: 'boom', code: '57014' }, status: 500 });
  await expect(saveReceptionList('o7', formWith('works'), [])).rejects.toMatchObject({ code: 'server' });
});

test('REC-30 accessories are sent with the list as far as the condition still names them, also of another kind', async () => {
  const lists = { saved: true, version: 1, points: [], accessories: [] };
  answers(lists, lists);
  await saveReceptionList('o7', formWith('untested', 'smartphone', 'Trizado, con CARGADOR'), []);
  await saveReceptionList('o7', formWith('works', 'tablet', 'Cargador, Funda'), []);
  expect(sent()).toMatchObject([
    {
      p_equipment_type: 'smartphone',
      p_points: [{ label: 'Pantalla', result: 'untested' }],
      p_accessories: [{ id: 'a1', label: 'Cargador' }],
    },
    { p_points: [], p_accessories: [{ label: 'Cargador' }, { label: 'Funda' }] },
  ]);
});

test('REC-30 accessories that arrived without an answer, and were changed since, are corrected', async () => {
  const first = formWith('untested', 'smartphone', 'Cargador');
  const stored = { points: first.reception_list.points, accessories: [{ id: 'a1', label: 'Cargador' }] };
  answers({ saved: false, version: 1, ...stored }, { saved: true, version: 2, ...stored });
  await saveReceptionList('o7', formWith('untested', 'smartphone', 'Funda'), [first]);
  expect(sent()[1]).toMatchObject({ p_known: 1, p_accessories: [{ label: 'Funda' }] });
});
