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

const formWith = (result: Result, type: ReceptionList['type'] = 'smartphone') => ({
  equipmentType: 'smartphone',
  reception_list: { type, points: [{ label: 'Pantalla', result }] },
});
const answers = (...rows: object[]) => {
  for (const row of rows) rpc.mockResolvedValueOnce({ data: [row], error: null });
};
const sent = () => rpc.mock.calls.map(([, args]) => args as Record<string, unknown>);

test.each([
  ['nobody tried anything', formWith('untested')],
  ['it is of another kind of device', formWith('works', 'tablet')],
  ['there is none', { equipmentType: 'smartphone', reception_list: null }],
])('REC-120 a new order sends no list when %s', async (_case, form) => {
  await saveReceptionList('o7', form, []);
  expect(rpc).not.toHaveBeenCalled();
});

test('REC-120 a list that arrived without an answer, and was changed since, is corrected', async () => {
  const first = formWith('works');
  answers(
    { saved: false, version: 1, points: first.reception_list.points },
    { saved: true, version: 2, points: [] },
  );
  await saveReceptionList('o7', formWith('fails'), [first]);
  expect(sent()).toMatchObject([
    { p_order_id: 'o7', p_moment: 'reception', p_points: [{ label: 'Pantalla', result: 'fails' }] },
    { p_known: 1, p_points: [{ label: 'Pantalla', result: 'fails' }] },
  ]);
  expect(sent()[0]).not.toHaveProperty('p_known');
});

test('REC-120 a list that somebody else wrote meanwhile stays', async () => {
  answers({ saved: false, version: 1, points: [{ label: 'Pantalla', result: 'fails' }] });
  await saveReceptionList('o7', formWith('works'), [formWith('works')]);
  expect(rpc).toHaveBeenCalledTimes(1);
});

test('REC-120 a list that could not be saved fails, so that the form keeps it', async () => {
  rpc.mockResolvedValueOnce({ data: null, error: { message: 'boom', code: '57014' }, status: 500 });
  await expect(saveReceptionList('o7', formWith('works'), [])).rejects.toMatchObject({ code: 'server' });
});
