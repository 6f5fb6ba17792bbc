// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { statusQuery } from '@taller/shared/system-status/status-query.ts';
import type { StatusReason } from '@taller/shared/system-status/system-status.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { setupTexts } from './texts.ts';
import { WhatsAppStep } from './whatsapp-step.tsx';

const showStep = (reason: StatusReason) =>
  renderScreen(<WhatsAppStep />, {
    role: 'admin',
    answers: [
      answer(statusQuery(), {
        at: '2026-11-20T15:00:00Z',
        parts: [{ name: 'mail', level: 'attention', reason, facts: {} }],
      }),
    ],
  });

test('AUTH-21 the first set-up says that no mail leaves, what customers cannot do, and what to do instead', async () => {
  showStep('mail-not-set-up');
  expect((await screen.findByText(/todavía no envía correos/)).textContent).toBe(
    'La tienda todavía no envía correos: tus clientes no pueden registrarse ni recuperar su contraseña. ' +
      'Quien instaló la tienda define SMTP_URL y MAIL_FROM en el servidor y lo parte de nuevo. ' +
      'Mientras tanto, las cuentas se crean en el mesón.',
  );
});

test('AUTH-21 the first set-up of a hosted project says that it cannot know whether mails arrive', async () => {
  showStep('mail-unknown');
  expect(await screen.findByText(setupTexts.mail['mail-unknown'])).toBeDefined();
});
