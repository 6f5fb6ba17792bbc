// @vitest-environment jsdom
import { paths } from '@taller/shared/contract/paths.ts';
import { DataError } from '@taller/shared/data-access/data-error.ts';
import type { KnownPaper, PaperCheck } from '@taller/shared/orders/records/paper.ts';
import { paperCheckQuery } from '@taller/shared/orders/records/paper-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { verificationTexts as texts } from './texts.ts';
import { VerificationPage } from './verification-page.tsx';

const AGREES: KnownPaper = {
  state: 'agrees',
  number: 6420,
  kind: 'reception',
  at: '2026-11-27T15:00:00.000Z',
  changed: null,
  sealed_at: '2026-11-27T15:00:02.000Z',
  checked_at: null,
  later: [],
  is_erased: false,
  has_phone: true,
};
const open = (found: PaperCheck | (() => never)) =>
  renderScreen(<VerificationPage />, {
    path: paths.verification.getHref('7-a'),
    pattern: paths.verification.path,
    answers: [answer(paperCheckQuery('7-a'), found)],
  });
const title = () => screen.findByRole('heading', { level: 1 });

test.each<[string, PaperCheck, string, string]>([
  ['agrees', AGREES, 'El papel coincide', 'Dice lo mismo que quedó sellado el 27-11-2026'],
  [
    'has a newer record',
    { ...AGREES, later: [{ kind: 'correction', at: '2026-11-28T15:00:00Z', changed: null }] },
    'Hay un registro más nuevo',
    'Corrección: lo anterior quedó sin efecto',
  ],
  [
    'was corrected since',
    {
      ...AGREES,
      later: [
        { kind: 'corrected_delivery', at: '2026-11-28T15:00:00Z', changed: ['brand', 'model', 'total'] },
        { kind: 'corrected_delivery', at: '2026-11-28T15:00:00Z', changed: ['customer'] },
      ],
    },
    'Hay un registro más nuevo',
    'Corrección de la entrega: equipo, total',
  ],
  [
    'is of a correction',
    { ...AGREES, kind: 'corrected_delivery', changed: ['model'] },
    'El papel coincide con una corrección',
    'Nadie firmó la corrección',
  ],
  ['differs', { ...AGREES, state: 'differs' }, 'El papel no coincide', 'se imprimió con otros datos'],
  [
    'is of a changed record',
    { ...AGREES, state: 'damaged' },
    'El registro ya no es el que se selló',
    'Guarda este papel',
  ],
  [
    'is of a record that is not to be read any more',
    { state: 'unreadable' },
    'El registro ya no es el que se selló',
    'Guarda este papel',
  ],
  [
    'is of no record',
    { state: 'unknown' },
    'No conocemos este código',
    'no tiene un registro con este código',
  ],
])('REC-68 of a slip that %s it says so', async (_, found, heading, words) => {
  open(found);
  expect((await title()).textContent).toBe(heading);
  expect(screen.getByText(words, { exact: false })).toBeDefined();
});

test('REC-68 a record that waits to be sealed says so', async () => {
  open({ ...AGREES, sealed_at: null });
  expect(await screen.findByText(texts.waiting)).toBeDefined();
});

test('REC-68 what cannot be read can be asked for again', async () => {
  open(() => {
    throw new DataError('server', 'no');
  });
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeDefined();
});

test.each([
  ['an erased person', { is_erased: true }, texts.erased],
  ['an order without a phone', {}, texts.noPhone],
])('REC-69 %s has a sentence instead of the question', async (_, of, words) => {
  open({ ...AGREES, has_phone: false, ...of });
  expect(await screen.findByText(words)).toBeDefined();
  expect(screen.queryByLabelText(texts.digits)).toBeNull();
});

test('REC-69 fewer than four digits are asked for again', async () => {
  open(AGREES);
  fireEvent.change(await screen.findByLabelText(texts.digits), { target: { value: '1a2' } });
  fireEvent.click(screen.getByRole('button', { name: texts.show }));
  expect(await screen.findByText(texts.missing)).toBeDefined();
});
