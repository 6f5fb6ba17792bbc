import { expect, test } from 'vitest';
import { likelyNext } from './likely-next.ts';

test('SHELL-35 the screens to prefetch follow from the list of screens', () => {
  expect(likelyNext('/', null)).toEqual(['/servicios']);
  expect(likelyNext('/servicios', null)).toEqual([]);
  expect(likelyNext('/', 'customer')).toEqual(['/dashboard']);
  for (const role of ['admin', 'technician', 'receptionist'] as const)
    expect(likelyNext('/', role)).toEqual(['/dashboard', '/dashboard/inventario']);
});
