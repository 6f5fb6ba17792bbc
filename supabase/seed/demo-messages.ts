/** The demo shop's messages to customers: the templates that the simulated provider has approved. */
import { byEvent, ORDER_MESSAGES } from '@taller/shared/settings/message-variables.ts';
import type { SettingValues } from '@taller/shared/settings/sections.ts';

export const DEMO_MESSAGES = {
  ...byEvent((event) => {
    const { template, text, isAlwaysSent } = ORDER_MESSAGES[event];
    return { ...(!isAlwaysSent && { enabled: true }), template, text };
  }),
  language: 'es_CL',
  expireHours: 24,
  undoSeconds: 7,
  quietHours: { enabled: false, from: '21:00', to: '09:00' },
} as SettingValues['messages'];
