// @vitest-environment jsdom
import { templatesQuery } from '@taller/shared/messages/templates-query.ts';
import { namedPhotos } from '@taller/shared/orders/photos/named-photos.ts';
import { photoFileQuery, type OrderPhoto } from '@taller/shared/orders/photos/photo-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SendPhotosDialog } from './send-photos-dialog.tsx';

const PHOTO: OrderPhoto = {
  id: 'a',
  order_id: '6f1c2b3a-0d4e-4a5b-8c6d-7e8f90a1b2c3',
  moment: 'reception',
  created_at: '2026-11-27T15:00:00Z',
  checked_at: '2026-11-27T15:00:01Z',
  width: 800,
  height: 600,
};

const open = (enabled: boolean) =>
  renderScreen(
    <SendPhotosDialog
      order={{ id: PHOTO.order_id, order_number: 6420 }}
      photos={namedPhotos([PHOTO]).reception}
      onClose={() => {}}
    />,
    {
      role: 'technician',
      answers: [
        answer(photoFileQuery(PHOTO, true), 'data:image/jpeg;base64,/9j/'),
        answer(templatesQuery(6420, 0), {
          order_number: 6420,
          templates: [
            {
              event: 'photos_sent',
              template: 'order_photos',
              language: 'es_CL',
              enabled,
              body: 'Fotos de {{1}}: {{2}} – míralas.',
              variables: [
                { name: 'orden', value: '006420' },
                { name: 'enlace', value: 'https://taller.cl/fotos/ejemplo' },
              ],
              text: '',
            },
          ],
        }),
      ],
    },
  );

test('REC-57 photos are chosen by their pictures, and the message is shown as it will arrive', async () => {
  open(true);
  expect(await screen.findByRole('checkbox', { name: 'Al recibirlo, foto 1' })).toBeDefined();
  expect(
    screen.getByText('El cliente recibe: «Fotos de 006420: (enlace a las fotos) – míralas.»'),
  ).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Enviar mensaje' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Elige al menos una foto.');
});

test('REC-57 a message that the shop has switched off says so and is not sent', async () => {
  open(false);
  expect(await screen.findByText(/El mensaje con fotos está apagado/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar mensaje' }).disabled).toBe(true);
});
