// @vitest-environment jsdom
import { paths } from '@taller/shared/contract/paths.ts';
import { DataError } from '@taller/shared/data-access/data-error.ts';
import {
  sentPhotoQuery,
  sentPhotosQuery,
  type SentPhoto,
  type SentPhotos,
} from '@taller/shared/orders/photos/sent-photos-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SentPhotosPage } from './sent-photos-page.tsx';

const photo = (id: string, moment: SentPhoto['moment']): SentPhoto => ({
  id,
  moment,
  width: 800,
  height: 600,
  address: `/storage/v1/object/sign/order-photos/${id}?token=a`,
});
const FIRST = photo('a', 'reception');
const SECOND = photo('b', 'repair');
const OPEN: SentPhotos = {
  state: 'open',
  order_number: 6420,
  expires_at: '2026-12-04T15:00:00Z',
  photos: [FIRST, SECOND],
};
const fail = () => {
  throw new DataError('server', 'no');
};
const open = (found: SentPhotos | (() => never), second: string | (() => never) = 'data:,') =>
  renderScreen(<SentPhotosPage />, {
    path: paths.sentPhotos.getHref('abc'),
    pattern: paths.sentPhotos.path,
    answers: [
      answer(sentPhotosQuery('abc'), found),
      answer(sentPhotoQuery('abc', FIRST), 'data:image/jpeg;base64,/9j/'),
      answer(sentPhotoQuery('abc', SECOND), second),
    ],
  });

test('REC-57 the page of a link shows its photos, whose they are and until when', async () => {
  open(OPEN);
  expect(await screen.findByRole('heading', { level: 1, name: 'Fotos de tu equipo' })).toBeDefined();
  expect(screen.getByText('Orden 006420')).toBeDefined();
  expect(screen.getByText(/^Este enlace sirve hasta el .*12.2026/)).toBeDefined();
  const first = await screen.findByRole('img', { name: 'Al recibirlo, foto 1' });
  expect(first.getAttribute('src')).toBe('data:image/jpeg;base64,/9j/');
  expect(screen.getByRole('img', { name: 'En la reparación, foto 2' })).toBeDefined();
});

test('REC-57 a photo that does not come can be asked for again; the others are there', async () => {
  open(OPEN, fail);
  expect(await screen.findByText('Esta foto no se pudo cargar.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeDefined();
  expect(screen.getByRole('img', { name: 'Al recibirlo, foto 1' })).toBeDefined();
});

test.each([
  ['expired', 'Este enlace venció'],
  ['gone', 'Estas fotos ya no están'],
  ['unknown', 'Este enlace no sirve'],
] as const)('REC-58 a link that is %s says so in words', async (state, words) => {
  open({ state });
  expect(await screen.findByRole('heading', { level: 1, name: words })).toBeDefined();
  expect(screen.queryByRole('img')).toBeNull();
});

test('REC-58 what cannot be read can be asked for again', async () => {
  open(fail);
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeDefined();
});
