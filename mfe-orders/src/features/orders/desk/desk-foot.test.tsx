// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { DeskFoot } from './desk-foot.tsx';
import { readDesk } from './use-desk-filter.ts';

test.each([true, false])('ORD-02 the key of a new order is named where there is one: %s', (createsOrders) => {
  renderScreen(
    <DeskFoot
      filter={readDesk('technician', new URLSearchParams())}
      page={{ orders: [], total: 0, isMore: false }}
      density={{ compact: false, offered: false, choose: () => undefined }}
      createsOrders={createsOrders}
      peekOffered={false}
    >
      {null}
    </DeskFoot>,
  );
  expect(screen.queryByText(/n nueva orden/) !== null).toBe(createsOrders);
  expect(screen.getByText(/^Atajos: \/ buscar · .*x seleccionar$/)).toBeDefined();
});
