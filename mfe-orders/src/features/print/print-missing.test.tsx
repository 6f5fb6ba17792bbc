// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { QueryRoot } from '@taller/shared/query/query-root.tsx';
import { BrowserRouter } from '@taller/shared/runtime';
import { afterEach, expect, test } from 'vitest';
import { PrintClient } from './print-client.tsx';
import { readPrintOptions } from './print-options.ts';
import { PrintTechnical } from './print-technical.tsx';
import { printTexts } from './texts.ts';

afterEach(cleanup);

test.each([
  ['the customer', PrintClient],
  ['the bench', PrintTechnical],
])(
  'SEC-61 a sheet for %s of an order that is gone says so at once, and is not read again',
  async (_who, Sheet) => {
    render(
      <QueryRoot>
        <BrowserRouter>
          <Sheet orders="no-order" options={readPrintOptions(new URLSearchParams())} />
        </BrowserRouter>
      </QueryRoot>,
    );
    expect(await screen.findByText(printTexts.notFound)).toBeDefined();
  },
);
