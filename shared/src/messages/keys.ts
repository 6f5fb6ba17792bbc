import type { MessageSearch } from './message.ts';

/** Query keys of customer messages. */
export const messageKeys = {
  all: ['messages'] as const,
  list: (search: MessageSearch) => [...messageKeys.all, 'list', search] as const,
  failed: () => [...messageKeys.all, 'failed'] as const,
  expired: () => [...messageKeys.all, 'expired'] as const,
  order: (orderId: string) => [...messageKeys.all, 'order', orderId] as const,
  one: (id: string) => [...messageKeys.all, 'one', id] as const,
  unanswered: () => [...messageKeys.all, 'unanswered'] as const,
  replies: () => [...messageKeys.all, 'replies'] as const,
  templates: (orderNumber: number | null, version: number) =>
    [...messageKeys.all, 'templates', orderNumber, version] as const,
  wanted: (id: string | undefined) => [...messageKeys.all, 'wanted', id ?? 'own'] as const,
  rehearsal: (of: string, values: string) => [...messageKeys.all, 'rehearsal', of, values] as const,
};
