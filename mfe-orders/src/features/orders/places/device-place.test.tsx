// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { devicePlaceQuery } from '@taller/shared/orders/places/place-queries.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import type { OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import { DevicePlace } from './device-place.tsx';

const ID = '00000000-0000-4000-8000-000000000001';
const show = (
  place: string | null,
  { places = ['Estante A'], status = 'pending' }: { places?: string[]; status?: OrderStatus } = {},
) =>
  renderScreen(<DevicePlace order={{ id: ID, status }} />, {
    role: 'technician',
    answers: [answer(devicePlaceQuery(ID), place), answer(deskSettingsQuery(), { places })],
  });
const field = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Ubicación del equipo' });
const options = async () => [...(await field()).options].map(({ text }) => text);

test('REC-92 the place of a device is shown and chosen from the shop’s list', async () => {
  show('Estante A');
  expect((await field()).value).toBe('Estante A');
  expect(await options()).toEqual(['Sin ubicación', 'Estante A']);
});

test('REC-92 a place that the list has no more is still shown', async () => {
  show('Bodega vieja');
  expect((await field()).value).toBe('Bodega vieja');
  expect(await options()).toEqual(['Sin ubicación', 'Bodega vieja', 'Estante A']);
});

test('REC-91 a delivered device and a shop without places show none', () => {
  show(null, { places: [] });
  expect(screen.queryByRole('combobox')).toBeNull();
  show('Estante A', { status: 'delivered' });
  expect(screen.queryByRole('combobox')).toBeNull();
});
