// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { repliesQuery } from '@taller/shared/messages/replies-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { ReplyList } from './reply-list.tsx';

const reply = { phone: '56966660000', received_at: '2026-11-26T12:00:00Z', order: null };

test('MSG-21 a reply says who answered it; one that nobody answered can be marked', async () => {
  renderScreen(<ReplyList />, {
    role: 'receptionist',
    answers: [
      answer(repliesQuery(), [
        { ...reply, id: 'a', body: 'Foto: Así quedó', answered_at: null, answered_name: null },
        {
          ...reply,
          id: 'b',
          body: '¿Arreglan tablets?',
          answered_at: '2026-11-26T12:05:00Z',
          answered_name: 'Ana Rojas',
        },
      ]),
    ],
  });
  const [, waiting, done] = await screen.findAllByRole('row');
  if (!waiting || !done) throw new Error('Two replies are expected.');
  expect(within(waiting).getByText('Foto: Así quedó')).toBeDefined();
  expect(within(waiting).getByRole('button', { name: 'Marcar respondido' })).toBeDefined();
  expect(within(waiting).queryByText(/Respondido por/)).toBeNull();
  expect(within(done).getByText('Respondido por Ana Rojas')).toBeDefined();
  expect(within(done).getByRole('button', { name: 'Sin responder' })).toBeDefined();
});
