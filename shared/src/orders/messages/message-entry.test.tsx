// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import type { Message } from '#src/messages/message.ts';
import { renderScreen } from '#src/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { MessageEntry } from './message-entry.tsx';

const failed = (error_code: string): Message => ({
  id: 'm1',
  order_id: 'o1',
  event: 'completed',
  state: 'failed',
  attempts: 1,
  phone: '56961234567',
  error_code,
  error_message: null,
  created_at: '2026-11-01T10:00:00Z',
  next_attempt_at: '2026-11-01T10:00:00Z',
  not_before: null,
  sent_at: null,
  delivered_at: null,
  read_at: null,
  failed_at: '2026-11-01T10:00:00Z',
});

const show = (error_code: string, customerPhone: string) =>
  renderScreen(
    <ul>
      <MessageEntry
        message={failed(error_code)}
        about="orden 000007"
        customerName="Marta"
        customerPhone={customerPhone}
      />
    </ul>,
    { role: 'receptionist' },
  );
const retry = () => screen.queryByRole('button', { name: 'Reintentar: Reparación terminada, orden 000007' });

test('MSG-27 a message that cannot arrive at its number is not offered again, but a call', () => {
  show('131026', '+56 9 6123 4567');
  expect(screen.getByText('No llegó')).toBeDefined();
  expect(retry()).toBeNull();
  expect(screen.getByRole('link', { name: 'Llamar al cliente Marta' })).toBeDefined();
});

test.each([
  ['131026', '+56 9 6123 4568'],
  ['131016', '+56 9 6123 4567'],
])('MSG-27 a message that may arrive now is offered again: error %s, the number is now %s', (code, phone) => {
  show(code, phone);
  expect(retry()).not.toBeNull();
});
