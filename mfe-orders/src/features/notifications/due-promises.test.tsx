// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { viewCountsQuery } from '@taller/shared/orders/order-list-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { DuePromises } from './due-promises.tsx';

test('TIME-25 the bell says how many orders are late and at risk, and leads to them', () => {
  renderScreen(<DuePromises onFollow={() => undefined} />, {
    role: 'technician',
    answers: [answer(viewCountsQuery(), { late: 1, at_risk: 1001 })],
  });
  const late = screen.getByRole('link', { name: '1 orden atrasada' });
  expect(late.getAttribute('href')).toMatch(/\?vista=atrasadas$/);
  expect(screen.getByRole('link', { name: 'más de 1.000 órdenes en riesgo' })).toBeDefined();
});

test('TIME-25 the bell says nothing while nothing is late', () => {
  renderScreen(<DuePromises onFollow={() => undefined} />, {
    role: 'technician',
    answers: [answer(viewCountsQuery(), { late: 0 })],
  });
  expect(screen.queryByRole('link')).toBeNull();
});
