// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import {
  expiredMessagesQuery,
  failedMessagesQuery,
  messageListQuery,
} from '@taller/shared/messages/message-list-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { MessageLog } from './message-log.tsx';
import { messageTexts as texts } from './texts.ts';

const show = (page: number, expired = 0, failed = 0) =>
  renderScreen(<MessageLog />, {
    role: 'receptionist',
    path: `/dashboard/mensajes?pagina=${page}`,
    answers: [
      answer(failedMessagesQuery(), failed),
      answer(expiredMessagesQuery(), expired),
      answer(messageListQuery({ filter: 'all', event: null, page }), { groups: [], total: 0 }),
    ],
  });

test('MSG-05 a page beyond the last one says so, and not that there are no messages', async () => {
  show(3);
  expect(await screen.findByText('Esta página ya no existe.')).toBeDefined();
  expect(screen.queryByText(texts.empty)).toBeNull();
});

test('MSG-05 an empty list of messages says so on the first page', async () => {
  show(1);
  expect(await screen.findByText(texts.empty)).toBeDefined();
});

test('MSG-23 messages that expired are counted above the list, with the way to them', async () => {
  show(1, 2);
  expect(await screen.findByText('2 avisos vencieron sin enviarse.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Ver los vencidos' })).toBeDefined();
});

test('MSG-06 messages that did not arrive are counted above the list, by the word of every screen', async () => {
  show(1, 0, 5);
  expect(await screen.findByText('5 avisos no llegaron.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Ver los que no llegaron' })).toBeDefined();
});
