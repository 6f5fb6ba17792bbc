import { expect, test } from 'vitest';
import { directionsHref } from './directions.ts';

test('PUB-30 the way to the shop is asked for by its address, and not without a street', () => {
  expect(directionsHref({ street: 'Condell 1480, local 6', city: 'Valparaíso', region: '' })).toBe(
    'https://www.google.com/maps/dir/?api=1&destination=Condell%201480%2C%20local%206%2C%20Valpara%C3%ADso%2C%20Chile',
  );
  expect(directionsHref({ street: '', city: 'Valparaíso', region: '' })).toBe('');
});
