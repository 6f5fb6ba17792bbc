import type { Notification } from '@taller/shared/notifications/notification-queries.ts';
import { expect, test } from 'vitest';
import { arrivals } from './use-inbox.ts';

const item = (id: string, is_read = false): Notification => ({
  id,
  type: 'quote_approved',
  message: id,
  is_read,
  created_at: '2026-11-21T12:00:00Z',
  order_id: null,
});

test('NOTIF-02 the first reading announces nothing: the badge counts the unread ones', () => {
  expect(arrivals(null, [item('a'), item('b')])).toEqual([]);
});

test('NOTIF-02 a later reading announces new unread notifications', () => {
  expect(arrivals(new Set(['a']), [item('b'), item('a')]).map(({ id }) => id)).toEqual(['b']);
  expect(arrivals(new Set(['a']), [item('b', true), item('a')])).toEqual([]);
});
