// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { termsQuery } from '@taller/shared/privacy/privacy-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { RetentionTerms } from './retention-terms.tsx';

test('PRIV-08 an admin sees each retention period, with a link to change it', () => {
  renderScreen(<RetentionTerms />, {
    role: 'admin',
    answers: [answer(termsQuery(), { message_days: 365 })],
  });
  const term = screen.getByText('Textos de mensajes y avisos');
  expect(term.nextElementSibling?.textContent).toBe('365 días');
  const change = screen.getByRole('link', { name: 'Cambiar los plazos en Ajustes' });
  expect(change.getAttribute('href')).toBe('/dashboard/ajustes/data');
});
