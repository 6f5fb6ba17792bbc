// @vitest-environment jsdom
import { useState } from 'react';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '#src/testing/render-screen.tsx';
import { lazyExtra } from './lazy-extra.tsx';

test('SHELL-74 an optional part is absent while its code is missing, and is requested again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isDown = true;
  const Extra = lazyExtra<{ name: string }>(() =>
    isDown
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(({ name }) => <p>Hola {name}</p>),
  );
  function Screen() {
    const [isShown, setShown] = useState(true);
    return (
      <main>
        <button type="button" onClick={() => setShown(!isShown)}>
          Cambiar
        </button>
        {isShown && <Extra name="Camila" />}
      </main>
    );
  }
  const press = () => act(async () => void fireEvent.click(screen.getByRole('button')));
  await act(async () => void renderScreen(<Screen />));
  expect(screen.getByRole('main').textContent).toBe('Cambiar');
  expect(logged).toHaveBeenCalled();
  isDown = false;
  await press();
  await press();
  expect(screen.getByText('Hola Camila')).toBeDefined();
});
