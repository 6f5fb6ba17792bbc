// @vitest-environment jsdom
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ContactLinks } from './contact-links.tsx';

test('ORD-129 each number can be called and written to, once however it is written', () => {
  renderScreen(<ContactLinks phones={['9 7311 4455', '+56 9 7311 4455', '+56 2 2345 6789', null]} />);
  const linked = screen.getAllByRole('link').map((link) => [link.ariaLabel, link.getAttribute('href')]);
  expect(linked).toEqual([
    ['Llamar al +56 9 7311 4455', 'tel:+56973114455'],
    ['Escribir por WhatsApp al +56 9 7311 4455', 'https://wa.me/56973114455'],
    ['Llamar al +56 2 2345 6789', 'tel:+56223456789'],
    ['Escribir por WhatsApp al +56 2 2345 6789', 'https://wa.me/56223456789'],
  ]);
});
