// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { NO_FILTER } from '@taller/shared/reports/report-filter.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { DrillDown } from '#src/features/drill-down/drill-down.tsx';
import { expect, test } from 'vitest';
import { EarningsCard } from './earnings-card.tsx';

test('UI-42 the dialog of the PIN focuses its first field, with and without an earlier PIN', async () => {
  for (const [isSet, opener, field] of [
    [false, 'Crear PIN', 'PIN nuevo'],
    [true, 'Cambiar PIN', 'PIN actual'],
  ] as const) {
    const { unmount } = renderScreen(
      <DrillDown>
        <EarningsCard
          earnings={{
            isSet,
            lockedUntil: 0,
            shown: null,
            loading: false,
            busy: false,
            hide: () => undefined,
            show: () => undefined,
            locked: false,
            error: null,
          }}
          filter={NO_FILTER}
        />
      </DrillDown>,
      { role: 'admin' },
    );
    fireEvent.click(screen.getByRole('button', { name: opener }));
    const first = await screen.findByLabelText(field);
    await expect.poll(() => document.activeElement).toBe(first);
    unmount();
  }
});
