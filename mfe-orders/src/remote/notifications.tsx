import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { NotificationBell } from '#src/features/notifications/notification-bell.tsx';

export const remote = defineRemote({ name: 'mfe-orders', build: __REMOTE_BUILD__, Widget: NotificationBell });
