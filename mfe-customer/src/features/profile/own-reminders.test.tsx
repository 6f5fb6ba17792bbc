// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { wantedRemindersQuery } from '@taller/shared/messages/wanted-reminders-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { OwnReminders } from './own-reminders.tsx';

test.each([
  [true, false],
  [false, true],
])('TIME-43 the portal shows whether the customer wants reminders: %s', async (wanted, checked) => {
  renderScreen(<OwnReminders />, { role: 'customer', answers: [answer(wantedRemindersQuery(), wanted)] });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'No quiero recordatorios' });
  expect(box.checked).toBe(checked);
});
