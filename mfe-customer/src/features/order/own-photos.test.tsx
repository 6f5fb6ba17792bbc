// @vitest-environment jsdom
import {
  orderPhotosQuery,
  photoFileQuery,
  type OrderPhoto,
} from '@taller/shared/orders/photos/photo-queries.ts';
import { DataError } from '@taller/shared/data-access/data-error.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OwnPhotos } from './own-photos.tsx';

const ORDER = '6f1c2b3a-0d4e-4a5b-8c6d-7e8f90a1b2c3';
const photo = (id: string, moment: OrderPhoto['moment']): OrderPhoto => ({
  id,
  order_id: ORDER,
  moment,
  created_at: '2026-11-27T15:00:00Z',
  checked_at: '2026-11-27T15:00:01Z',
  width: 800,
  height: 600,
});
const PHOTOS = [photo('a', 'reception'), photo('b', 'reception'), photo('c', 'delivery')];
const files = PHOTOS.flatMap((each) =>
  [true, false].map((isSmall) => answer(photoFileQuery(each, isSmall), `data:image/jpeg;base64,${each.id}`)),
);

test('REC-52 a customer sees the photos of the own order by moment, and each large by keyboard', async () => {
  renderScreen(<OwnPhotos orderId={ORDER} />, {
    role: 'customer',
    answers: [answer(orderPhotosQuery(ORDER), PHOTOS), ...files],
  });
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Al recibirlo',
    'Al entregarlo',
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Al recibirlo, foto 2' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('img', { name: 'Al recibirlo, foto 2' })).toBeDefined();
  expect(dialog.getByText('2 de 3')).toBeDefined();
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  expect(await dialog.findByRole('img', { name: 'Al entregarlo, foto 1' })).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Siguiente' }));
  expect(await dialog.findByRole('img', { name: 'Al recibirlo, foto 1' })).toBeDefined();
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  expect(await dialog.findByRole('img', { name: 'Al entregarlo, foto 1' })).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Cerrar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: /Quitar|Agregar/ })).toBeNull();
});

test('REC-52 an order without photos says nothing of them', () => {
  renderScreen(<OwnPhotos orderId={ORDER} />, {
    role: 'customer',
    answers: [answer(orderPhotosQuery(ORDER), [])],
  });
  expect(screen.queryByText('Fotos')).toBeNull();
});

test('REC-52 own photos that cannot be read say why, and can be asked for again', async () => {
  renderScreen(<OwnPhotos orderId={ORDER} />, {
    role: 'customer',
    answers: [
      answer(orderPhotosQuery(ORDER), () => {
        throw new DataError('server', 'no');
      }),
    ],
  });
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeDefined();
});
