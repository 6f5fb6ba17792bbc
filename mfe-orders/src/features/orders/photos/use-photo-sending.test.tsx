// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DataError } from '@taller/shared/data-access/data-error.ts';
import { renderHookInSite } from '@taller/shared/testing/render-screen.tsx';
import { usePhotoSending } from './use-photo-sending.ts';

vi.mock('@taller/shared/orders/photos/shrink-photo.ts', () => ({
  shrinkPhoto: ({ name }: File) =>
    name === 'rota.jpg'
      ? Promise.reject(new DataError('invalid', 'No es una foto.'))
      : Promise.resolve({ photo: new Blob(['a']), small: new Blob(['b']) }),
}));

const files = (count: number) => Array.from({ length: count }, (_, place) => new File([], `${place}.jpg`));

test.each([
  ['chosen together, one of which cannot be read', [[new File([], 'rota.jpg'), ...files(13)]]],
  ['chosen again while the first are made smaller', [files(8), files(8)]],
])('REC-38 a new order takes twelve photos, and no more: %s', async (_, choices) => {
  const orderId = crypto.randomUUID();
  const { result } = renderHookInSite(() => usePhotoSending(orderId, false), { role: 'receptionist' });
  act(() => {
    for (const chosen of choices) result.current.choose('reception', chosen);
  });
  await waitFor(() => expect(result.current.making).toBe(0));
  await waitFor(() => expect(result.current.waiting).toHaveLength(12));
});
