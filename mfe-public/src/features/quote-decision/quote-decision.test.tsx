// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { DataError } from '@taller/shared/data-access/data-error.ts';
import { quoteQuery } from '@taller/shared/orders/quote/quote-query.ts';
import { quoteTexts } from '@taller/shared/orders/quote/quote-texts.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { QuoteDecisionView } from './quote-decision.tsx';

const ORDER = '0c5a4a5e-6f0e-4f3c-9d53-0d8a6f3f7b11';

test.each([
  ['offline', /Revisa tu internet/],
  ['server', /^El servidor tuvo una falla: intenta de nuevo en unos minutos\.$/],
] as const)('PUB-04 a failure is blamed on the connection only if it is one: %s', async (code, told) => {
  renderScreen(<QuoteDecisionView orderId={ORDER} />, {
    answers: [
      answer(quoteQuery(ORDER), () => {
        throw new DataError(code, 'failed');
      }),
    ],
  });
  expect(await screen.findByText(quoteTexts.failed)).toBeDefined();
  expect(screen.getByText(told)).toBeDefined();
});
