// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { readFacts } from '@taller/shared/runtime';
import { provideFacts } from '@taller/shared/runtime/facts.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, onTestFinished, test } from 'vitest';
import { LandingPage } from './landing-page.tsx';

function renderWith(facts: Partial<ShopFacts>) {
  const before = readFacts();
  provideFacts({ ...before, ...facts });
  onTestFinished(() => provideFacts(before));
  renderScreen(<LandingPage />);
}

const QUOTE = { name: 'Cotiza por WhatsApp' };

test('PUB-29 beside the lookup a price is asked for by WhatsApp or phone, with the shop’s own opening words', () => {
  renderWith({});
  const quote = screen.getByRole('link', QUOTE);
  expect(quote.getAttribute('href')).toBe(
    'https://wa.me/56955501420?text=Hola%2C%20tengo%20una%20consulta%20por%20una%20reparaci%C3%B3n.',
  );
  const [call] = screen.getAllByRole('link', { name: '+56 32 255 0142' });
  expect(call?.closest('p')).toBe(quote.closest('p'));
});

test('PUB-29 PUB-30 a shop without phone, WhatsApp and street offers none of them', () => {
  const { shop } = readFacts();
  renderWith({ shop: { ...shop, phone: '', whatsApp: '', address: { ...shop.address, street: '' } } });
  expect(screen.queryByRole('link', QUOTE)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Cómo llegar' })).toBeNull();
});

test('PUB-30 the way to the shop is a link to its address in a map', () => {
  renderWith({});
  expect(screen.getByRole('link', { name: 'Cómo llegar' }).getAttribute('href')).toMatch(
    /^https:\/\/www\.google\.com\/maps\/dir\/.*Condell%201480/,
  );
});

test('PUB-31 how long repairs take is said with what it rests on, and not at all where too few are known', () => {
  renderWith({
    repairTimes: [
      { type: 'smartphone', days: 1 },
      { type: 'laptop', days: 4 },
    ],
  });
  const [phones, laptops] = screen.getAllByText(/^(Celulares|Notebooks)$/, { selector: 'dt' });
  expect(phones?.nextElementSibling?.textContent).toBe('1 día');
  expect(laptops?.nextElementSibling?.textContent).toBe('4 días');
  expect(
    screen.getByText(
      'La mitad de las reparaciones de los últimos 180 días estuvo lista en ese plazo o antes.',
    ),
  ).toBeDefined();
});

test('PUB-31 a shop with too few orders says nothing of its times', () => {
  renderWith({ repairTimes: [] });
  expect(screen.queryByText('Cuánto demoramos')).toBeNull();
});

test('BOOK-13 the contact leads to the booking of a time, while the shop takes bookings', () => {
  const { hours } = readFacts();
  const books = (enabled: boolean) => ({ hours: { ...hours, booking: { ...hours.booking, enabled } } });
  renderWith(books(true));
  expect(screen.getByRole('link', { name: 'Reservar hora' }).getAttribute('href')).toBe('/citas');
  cleanup();
  renderWith(books(false));
  expect(screen.queryByRole('link', { name: 'Reservar hora' })).toBeNull();
});
