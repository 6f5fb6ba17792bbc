import type { MessageFilter } from './message-list-query.ts';

/** Query keys of customer messages. */
export const messageKeys = {
  all: ['messages'] as const,
  list: (filter: MessageFilter, page: number) => [...messageKeys.all, 'list', filter, page] as const,
  order: (orderId: string) => [...messageKeys.all, 'order', orderId] as const,
  one: (id: string) => [...messageKeys.all, 'one', id] as const,
  replies: () => [...messageKeys.all, 'replies'] as const,
  templates: (orderNumber: number | null, version: number) =>
    [...messageKeys.all, 'templates', orderNumber, version] as const,
};
