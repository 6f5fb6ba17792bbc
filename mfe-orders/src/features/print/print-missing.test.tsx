// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { orderKeys } from '@taller/shared/orders/keys.ts';
import { itsOwn } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { PrintClient } from './print-client-page.tsx';
import { readPrintOptions } from './print-options.ts';
import { PrintTechnical } from './print-technical.tsx';
import { printTexts } from './texts.ts';

test.each([
  ['client', PrintClient],
  ['technical', PrintTechnical],
])(
  'SEC-61 the %s sheet of an order that is gone says so at once, and is not read again',
  async (kind, Sheet) => {
    const printed = orderKeys.printed('no-order');
    renderScreen(<Sheet orders="no-order" options={readPrintOptions(new URLSearchParams())} />, {
      role: 'receptionist',
      answers: [itsOwn(printed), itsOwn([...printed, kind])],
    });
    expect(await screen.findByText(printTexts.notFound)).toBeDefined();
  },
);
