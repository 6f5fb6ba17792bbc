// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import {
  expiredMessagesQuery,
  failedMessagesQuery,
  messageListQuery,
  type MessageGroup,
} from '@taller/shared/messages/message-list-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { MessageLog } from './message-log.tsx';
import { messageTexts as texts } from './texts.ts';

const show = (page: number, expired = 0, failed = 0, groups: readonly MessageGroup[] = []) =>
  renderScreen(<MessageLog />, {
    role: 'receptionist',
    path: `/dashboard/mensajes?pagina=${page}`,
    answers: [
      answer(failedMessagesQuery(), failed),
      answer(expiredMessagesQuery(), expired),
      answer(messageListQuery({ filter: 'all', event: null, page }), {
        groups: [...groups],
        total: groups.length,
      }),
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

test('MSG-05 a message of an appointment says so, for whom it is, and is sent again', async () => {
  const message = {
    id: 'm1',
    order_id: null,
    event: 'booking_confirmed',
    state: 'failed',
    attempts: 1,
    phone: '+56961234567',
    error_code: '131016',
    error_message: null,
    created_at: '2026-11-26T15:00:00Z',
    next_attempt_at: '2026-11-26T15:00:00Z',
    not_before: null,
    sent_at: null,
    delivered_at: null,
    read_at: null,
    failed_at: '2026-11-26T15:00:00Z',
    requester: null,
  } as const;
  const whom = { customer_name: 'Rosa Díaz', customer_phone: '+56961234567' };
  show(1, 0, 0, [{ order_id: null, order_number: null, ...whom, messages: [message] }]);
  expect((await screen.findByRole('link', { name: 'Cita' })).getAttribute('href')).toBe('/dashboard/citas');
  expect(screen.getByText('Rosa Díaz')).toBeDefined();
  expect(screen.getByText('Cita reservada', { selector: 'strong' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Reintentar: Cita reservada, cita de Rosa Díaz' })).toBeDefined();
});
