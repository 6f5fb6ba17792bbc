// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { paths } from '@taller/shared/contract/paths.ts';
import { quoteQuery } from '@taller/shared/orders/quote/quote-query.ts';
import { answer, itsOwn } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { QuoteDecisionPage } from './quote-decision-page.tsx';

const ORDER = '0c5a4a5e-6f0e-4f3c-9d53-0d8a6f3f7b11';
const at = (id: string) => ({
  path: paths.quoteDecision.getHref(id),
  pattern: paths.quoteDecision.path,
});

test.each([
  ['delivered', 'Entregado', /^No hay un presupuesto por responder: el equipo ya fue entregado/],
  ['pending', 'Pendiente de Revisión', /^Esta orden todavía no tiene un presupuesto por responder/],
] as const)(
  'PUB-04 PUB-10 an order that is %s shows its status, and why no quote is open',
  async (status, label, why) => {
    renderScreen(<QuoteDecisionPage />, {
      ...at(ORDER),
      answers: [answer(quoteQuery(ORDER), { order_number: 7, status })],
    });
    expect(await screen.findByRole('heading', { name: 'Decisión ya Registrada' })).toBeDefined();
    expect(screen.getByText(label)).toBeDefined();
    expect(screen.getByText(why)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Aprobar y Continuar' })).toBeNull();
  },
);

// The page sends no request, since the server would refuse some of these ids with an error.
test.each(['no-es-un-id', "' or 1=1", '\u0000'])('PUB-04 the link with %j is not valid', async (id) => {
  renderScreen(<QuoteDecisionPage />, { ...at(id), answers: [itsOwn(quoteQuery(id).queryKey)] });
  expect(await screen.findByText('La orden que buscas no existe o el enlace no es válido.')).toBeDefined();
});

test('PUB-04 a link without an id says so', () => {
  renderScreen(<QuoteDecisionPage />, { path: '/decision-presupuesto' });
  expect(screen.getByText('No se proporcionó un ID de orden en la URL.')).toBeDefined();
});
