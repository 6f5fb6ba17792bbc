// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { DataError } from '@taller/shared/data-access/data-error.ts';
import {
  buildRowsQuery,
  siteBuildsQuery,
  siteChangesQuery,
  partFailuresQuery,
} from '@taller/shared/system-status/site-queries.ts';
import type {
  StatusLevel,
  StatusPartName,
  StatusReason,
} from '@taller/shared/system-status/system-status.ts';
import { statusQuery } from '@taller/shared/system-status/status-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { SystemStatusPage } from './system-status-page.tsx';
import { statusTexts } from './texts.ts';

/** Answers with nothing to report for the rest of the page. */
const ALL_WELL = [
  answer(statusQuery(), { at: '2026-11-20T15:00:00Z', parts: [] }),
  answer(partFailuresQuery(), []),
];
/** A server whose site is changed by commands. */
const NO_SITE = [answer(siteBuildsQuery(), null), answer(siteChangesQuery(), [])];

test('OPS-45 if an answer fails, the previous one stays in view and is marked as such', async () => {
  let isDown = false;
  renderScreen(<SystemStatusPage />, {
    role: 'admin',
    answers: [
      ...NO_SITE,
      answer(statusQuery(), () => {
        if (isDown) throw new DataError('offline', 'down');
        return {
          at: '2026-11-20T15:00:00Z',
          parts: [{ name: 'database' as const, level: 'failure' as const, reason: 'no-answer' as const }],
        };
      }),
      answer(partFailuresQuery(), []),
      answer(buildRowsQuery(), []),
    ],
  });
  const summary = 'No respondió a tiempo. Espera unos minutos y actualiza.';
  expect(await screen.findByText(summary)).toBeDefined();
  isDown = true;
  fireEvent.click(screen.getByRole('button', { name: statusTexts.refresh }));
  expect(await screen.findByText(statusTexts.stale)).toBeDefined();
  expect(screen.getByText(summary)).toBeDefined();
});

test('OPS-83 functions that are not deployed are named, with the command that deploys them', async () => {
  const missing = {
    name: 'functions' as const,
    level: 'failure' as const,
    reason: 'functions-missing' as const,
    facts: { missing: 'send-messages' },
  };
  renderScreen(<SystemStatusPage />, {
    role: 'admin',
    answers: [
      ...NO_SITE,
      answer(statusQuery(), { at: '2026-11-20T15:00:00Z', parts: [missing] }),
      answer(partFailuresQuery(), []),
      answer(buildRowsQuery(), []),
    ],
  });
  expect(await screen.findByText('send-messages')).toBeDefined();
  const installer = screen.getByRole('region', { name: 'Para quien instala' });
  expect(within(installer).getAllByRole('definition')[0]?.textContent).toBe(
    'Hay funciones sin publicar en el proyecto: publícalas con supabase functions deploy --use-api.',
  );
  // A line ends between the words of a command.
  expect([...installer.querySelectorAll('code > span')].map(({ textContent }) => textContent)).toContain(
    '--use-api',
  );
  expect(within(installer).getByText('send-messages')).toBeDefined();
  // The owner reads first what is wrong, in words.
  const [toDo] = screen.getAllByRole('list');
  expect(toDo?.textContent).toBe(
    'Funciones del servidor: El sistema quedó instalado a medias: algunas acciones no funcionan.',
  );
});

const part = (name: StatusPartName, level: StatusLevel, reason: StatusReason) => ({
  name,
  level,
  reason,
  facts: {},
});

test('OPS-98 Estado begins with Todo bien, or with what to do, failures first and without commands', async () => {
  let parts = [part('disk', 'ok', 'ok'), part('realtime', 'unknown', 'not-here')];
  renderScreen(<SystemStatusPage />, {
    role: 'admin',
    answers: [
      ...NO_SITE,
      answer(statusQuery(), () => ({ at: '2026-11-20T15:00:00Z', parts })),
      answer(partFailuresQuery(), []),
      answer(buildRowsQuery(), []),
    ],
  });
  expect(await screen.findByText('Todo bien.')).toBeDefined();
  parts = [part('backups', 'attention', 'no-backup'), part('mail', 'failure', 'mail-not-set-up')];
  fireEvent.click(screen.getByRole('button', { name: statusTexts.refresh }));
  expect(await screen.findByText('Qué hacer')).toBeDefined();
  const [toDo] = screen.getAllByRole('list');
  const lines = [...(toDo?.children ?? [])].map(({ textContent }) => textContent);
  expect(lines.map((line) => line?.split(':')[0])).toEqual(['Correos', 'Respaldos']);
  expect(lines.join()).not.toMatch(/docs\/|SMTP_URL|npm|supabase/);
  const installer = screen.getByRole('region', { name: 'Para quien instala' });
  expect(
    within(installer).getByText('Define SMTP_URL y MAIL_FROM en el servidor y pártelo de nuevo.'),
  ).toBeDefined();
});

test('SHELL-42 failures in browsers are listed by part and build, with where they happened', async () => {
  renderScreen(<SystemStatusPage />, {
    role: 'admin',
    answers: [
      ...NO_SITE,
      answer(statusQuery(), { at: '2026-11-20T15:00:00Z', parts: [] }),
      answer(buildRowsQuery(), []),
      answer(partFailuresQuery(), [
        {
          id: 1,
          part: 'mfe-orders/routes',
          build: '3f9c2ab1d2e3',
          kind: 'caught',
          error: 'TypeError: x is undefined',
          frames: '/remotes/mfe-orders/3f9c2ab1d2e3/routes.js:1:2034',
          times: 12,
          last_at: '2026-11-20T15:00:00Z',
        },
      ]),
    ],
  });
  expect(screen.getByText('mfe-orders/routes · 3f9c2ab')).toBeDefined();
  expect(screen.getByText('Se vio en pantalla')).toBeDefined();
  expect(screen.getByText(/^12 veces, la última /)).toBeDefined();
  expect(screen.getByText('/remotes/mfe-orders/3f9c2ab1d2e3/routes.js:1:2034')).toBeDefined();
});

test('OPS-49 SHELL-85 Partes del sitio counts what can be loaded and names what cannot; builds are in Versiones alone', async () => {
  const facts = {
    remotes: { 'mfe-orders': { build: '3f9c2ab', failures: 1 }, 'mfe-public': { build: 'bbbbbbb' } },
  };
  renderScreen(<SystemStatusPage />, {
    role: 'admin',
    answers: [
      ...NO_SITE,
      answer(statusQuery(), {
        at: '2026-11-20T15:00:00Z',
        parts: [{ ...part('remotes', 'failure', 'remotes-missing'), facts }],
      }),
      answer(partFailuresQuery(), []),
      answer(buildRowsQuery(), []),
    ],
  });
  const card = await screen.findByRole('region', { name: 'Partes del sitio' });
  expect(within(card).getByText('1 de 2')).toBeDefined();
  expect(within(card).getByText('mfe-orders').nextSibling?.textContent).toBe('No se puede cargar');
  expect(card.textContent).not.toMatch(/3f9c2ab|bbbbbbb|mfe-public/);
});

test('SHELL-85 the builds that run are listed with their host and since when', async () => {
  renderScreen(<SystemStatusPage />, {
    role: 'admin',
    answers: [
      ...NO_SITE,
      ...ALL_WELL,
      answer(buildRowsQuery(), [
        {
          remote: 'mfe-orders',
          build: '3f9c2ab1d2e3',
          since: '2026-11-20T15:00:00Z',
          host: 'remotos.example',
        },
        { remote: 'mfe-public', build: 'bbbbbbbbbbbb' },
      ]),
    ],
  });
  const table = await screen.findByRole('table', { name: 'Versiones' });
  const cells = within(table)
    .getAllByRole('row')
    .map((line) => [...line.children].map(({ textContent }) => textContent));
  expect(cells).toEqual([
    ['Parte y versión', 'Desde'],
    ['mfe-orders · 3f9c2ab en remotos.example', '20-11-2026, 12:00'],
    ['mfe-public · bbbbbbb', '–'],
  ]);
});

const SITE = {
  shell: { build: 'eeeeeeeeeeee', publishedAt: '2026-11-20T15:00:00Z' },
  backs: [{ part: 'mfe-orders', from: 'bbbbbbbbbbbb', to: 'aaaaaaaaaaaa' }],
  previews: [
    {
      remote: 'mfe-orders',
      build: 'cccccccccccc',
      path: '/dashboard#vista-previa=abc',
      expiresAt: '2026-12-01T15:00:00Z',
    },
  ],
  sources: [
    { part: 'mfe-orders', build: 'bbbbbbbbbbbb', source: 'main@1a2b3c4' },
    { part: 'shell', build: 'eeeeeeeeeeee', source: 'main@1a2b3c4+' },
  ],
};
const DONE = { action: 'back' as const, part: 'mfe-orders', user_name: 'Ana' };

test('SHELL-87 SHELL-88 previews with their links, what goes back, and who changed what, are on the page', async () => {
  renderScreen(<SystemStatusPage />, {
    role: 'admin',
    answers: [
      ...ALL_WELL,
      answer(buildRowsQuery(), [{ remote: 'mfe-orders', build: 'bbbbbbbbbbbb' }]),
      answer(siteBuildsQuery(), SITE),
      answer(siteChangesQuery(), [
        { ...DONE, id: 3, asked_at: '2026-11-20T15:00:00Z', build: 'ffffffffffff', outcome: null },
        {
          ...DONE,
          id: 2,
          asked_at: '2026-11-20T14:00:00Z',
          build: 'ffffffffffff',
          outcome: { done: false, why: 'Otra publicación está en curso.' },
        },
        {
          ...DONE,
          id: 1,
          asked_at: '2026-11-20T13:00:00Z',
          build: 'ffffffffffff',
          outcome: { done: true, build: 'aaaaaaaaaaaa' },
        },
      ]),
    ],
  });
  const link = await screen.findByRole('link', { name: 'mfe-orders · ccccccc' });
  expect(link.getAttribute('href')).toBe('/dashboard#vista-previa=abc');
  expect(screen.getByText('vence 01-12-2026, 12:00')).toBeDefined();
  expect(
    screen.getByText(
      'Lo que rodea a las partes (shell): versión eeeeeee, de main@1a2b3c4+, desde el 20-11-2026, 12:00.',
    ),
  ).toBeDefined();
  expect(screen.getByText('de main@1a2b3c4')).toBeDefined();
  const changes = screen.getByText('Cambios hechos desde esta página').closest('details');
  expect([...(changes?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual([
    '20-11-2026, 12:00 Ana: dejar mfe-orders fffffff. En curso, o no se sabe cómo terminó.',
    '20-11-2026, 11:00 Ana: dejar mfe-orders fffffff. No se hizo: Otra publicación está en curso.',
    '20-11-2026, 10:00 Ana: dejar mfe-orders fffffff. Todos ven aaaaaaa.',
  ]);
  // Users of voice control say the text of a button: its name contains it.
  const labels = screen
    .getAllByRole('button')
    .map((button) => [button.getAttribute('aria-label') ?? button.textContent, button.textContent]);
  expect(labels.filter(([label, text = '']) => !label?.includes(text))).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Volver a la anterior: mfe-orders, versión aaaaaaa' }));
  const dialog = await screen.findByRole('alertdialog', {
    name: '¿Devolver mfe-orders a la versión aaaaaaa?',
  });
  expect(
    within(dialog).getByText(
      'Desde su próxima página, todos ven aaaaaaa en vez de bbbbbbb. Si tiene Chromium, el servidor la abre antes y comprueba que se muestre: toma unos segundos.',
    ),
  ).toBeDefined();
});

test('SHELL-88 where commands change the site, the command is named instead of a button', async () => {
  renderScreen(<SystemStatusPage />, {
    role: 'admin',
    answers: [
      ...NO_SITE,
      ...ALL_WELL,
      answer(buildRowsQuery(), [{ remote: 'mfe-orders', build: 'bbbbbbbbbbbb' }]),
    ],
  });
  const told = await screen.findByText(/^Volver a la versión anterior de una parte, en el servidor:/);
  expect(told.textContent).toContain('npm run publish-remote -- mfe-… --site CARPETA --rollback');
  expect(screen.queryByRole('button', { name: /^Volver / })).toBeNull();
});
