// @vitest-environment jsdom
import { DataError } from '@taller/shared/data-access/data-error.ts';
import { ScanQueue } from '@taller/shared/stock/stocktakes/scan-queue.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ScanNews } from './scan-news.tsx';

test.each([
  ['none', /^Sin conexión: 2 lecturas/],
  ['failed', /^El servidor no responde bien: 2 lecturas/],
  ['unreadable', /^El servidor no responde bien: 2 lecturas/],
] as const)(
  'REC-130 PART-30 scans that wait say whether the network or the server fails: %s',
  (reply, words) => {
    const error = new DataError('offline', 'x', '', reply);
    renderScreen(
      <ScanNews
        queue={new ScanQueue('ana', 'uno', () => undefined)}
        state={{ waiting: 2, refused: [], last: null, error }}
      />,
      { role: 'technician' },
    );
    expect(screen.getByText(words)).toBeDefined();
  },
);
