// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '#src/testing/render-screen.tsx';
import { lazyPart } from './lazy-part.tsx';

test('SHELL-63 a part whose code does not come says so in its place, and comes with Reintentar', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isDown = true;
  const Part = lazyPart(
    () =>
      isDown
        ? Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
        : Promise.resolve(({ name }: { name: string }) => <p>Orden de {name}</p>),
    <p>Cargando...</p>,
  );
  await act(async () => {
    renderScreen(
      <>
        <p>La lista</p>
        <Part name="Camila" />
      </>,
    );
  });
  expect(screen.getByRole('alert').textContent).toContain('No pudimos mostrar esta parte.');
  expect(screen.getByRole('alert').textContent).toContain('No llegó del servidor: revisa tu conexión');
  expect(screen.getByText('La lista')).toBeDefined();
  expect(logged).toHaveBeenCalled();
  isDown = false;
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  });
  expect(screen.getByText('Orden de Camila')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});
