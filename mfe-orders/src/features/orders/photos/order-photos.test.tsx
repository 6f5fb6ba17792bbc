// @vitest-environment jsdom
import { DataError } from '@taller/shared/data-access/data-error.ts';
import {
  orderPhotosQuery,
  photoFileQuery,
  type OrderPhoto,
} from '@taller/shared/orders/photos/photo-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OrderPhotos } from './order-photos.tsx';

const ORDER = '6f1c2b3a-0d4e-4a5b-8c6d-7e8f90a1b2c3';
const photo = (id: string, changes: Partial<OrderPhoto> = {}): OrderPhoto => ({
  id,
  order_id: ORDER,
  moment: 'reception',
  created_at: '2026-11-27T15:00:00Z',
  checked_at: '2026-11-27T15:00:01Z',
  width: 800,
  height: 600,
  ...changes,
});

test('REC-51 photos stand under their moment, and one whose files did not come says so', async () => {
  const [first, cut] = [photo('a'), photo('b', { moment: 'repair', checked_at: null })];
  renderScreen(<OrderPhotos order={{ id: ORDER, order_number: 6420 }} />, {
    role: 'technician',
    answers: [
      answer(orderPhotosQuery(ORDER), [first, cut]),
      answer(photoFileQuery(first, true), 'data:image/jpeg;base64,/9j/'),
    ],
  });
  expect(await screen.findByRole('img', { name: 'Al recibirlo, foto 1' })).toBeDefined();
  const repair = screen.getByRole('heading', { name: 'En la reparación' }).closest('section');
  expect(within(repair ?? document.body).getByText('No terminó de enviarse')).toBeDefined();
  expect(screen.getAllByText('Sin fotos')).toHaveLength(1);
  expect(screen.getByLabelText('Agregar fotos: Al entregarlo')).toBeDefined();
});

test('REC-51 photos that cannot be read say why, and can be asked for again', async () => {
  renderScreen(<OrderPhotos order={{ id: ORDER, order_number: 6420 }} />, {
    role: 'technician',
    answers: [
      answer(orderPhotosQuery(ORDER), () => {
        throw new DataError('server', 'no');
      }),
    ],
  });
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeDefined();
});
