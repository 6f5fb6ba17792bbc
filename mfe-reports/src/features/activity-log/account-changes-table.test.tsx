// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { accountChangesQuery } from '@taller/shared/activity/activity-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { AccountChangesTable } from './account-changes-table.tsx';

const REQUEST = { userId: null, action: null, from: null, to: null, page: 1 };
const ROW = { id: 1, changed_at: '2026-11-25T12:00:00Z', account_name: 'Ana', actor_name: 'Berta', total: 1 };
const table = (row: object) =>
  renderScreen(<AccountChangesTable request={REQUEST} onChange={() => {}} />, {
    role: 'admin',
    answers: [answer(accountChangesQuery(REQUEST), { rows: [{ ...ROW, ...row }], total: 1, isMore: false })],
  });

test.each([
  [{ kind: 'role', old_value: 'technician', new_value: 'admin' }, ['Rol', 'Técnico → Admin', 'Berta']],
  [
    { kind: 'second_factor', old_value: 'active', new_value: null, actor_name: null },
    ['Segundo factor', 'Quitado', 'Desde la cuenta'],
  ],
  [{ kind: 'rut', old_value: null, new_value: null, account_name: '' }, ['RUT', '—', 'Una cuenta eliminada']],
])('SEC-72 a change of an account says what, of whom and by whom: %j', async (row, texts) => {
  table(row);
  for (const text of texts) expect(await screen.findByText(text)).toBeDefined();
});
