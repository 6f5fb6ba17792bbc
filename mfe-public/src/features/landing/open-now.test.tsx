// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, onTestFinished, test, vi } from 'vitest';
import { OpenNow } from './open-now.tsx';

// The tests' own time zone is neither Chile's nor UTC (vitest.config.ts).
test.each([
  ['Monday at noon', '2026-11-23T12:00:00-03:00', 'Abierto ahora', 'Hasta las 19:00'],
  ['Monday a minute before opening', '2026-11-23T09:29:00-03:00', 'Cerrado', 'Abre hoy a las 09:30'],
  ['Saturday at closing time', '2026-11-21T17:00:00-03:00', 'Cerrado', 'Abre el lunes a las 09:30'],
  ['Sunday', '2026-11-22T12:00:00-03:00', 'Cerrado', 'Abre mañana a las 09:30'],
])('PUB-01 %s (%s) in Chile the shop says %s, wherever the visitor is', (_what, instant, sign, detail) => {
  vi.useFakeTimers({ now: new Date(instant) });
  onTestFinished(() => void vi.useRealTimers());
  renderScreen(<OpenNow />);
  expect(screen.getByText(sign)).toBeDefined();
  expect(screen.getByText(detail)).toBeDefined();
});
