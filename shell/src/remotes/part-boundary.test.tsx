// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import type { RegistryRemote } from '@taller/shared/contract/registry.ts';
import { PROVIDED } from '@taller/shared/contract/runtime-version.ts';
import { LazyValue, useLazyValue } from '@taller/shared/runtime';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteBuild } from './part-build.ts';
import { PartBoundary } from './part-boundary.tsx';
import { findRemote } from './registry.ts';
import { UnfitRemote } from './unfit-remote.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A part that fails to load as often as requested. */
function failing(times: number, error = new Error('chunk gone')) {
  let left = times;
  const lazy = new LazyValue(async () => {
    left -= 1;
    if (left >= 0) throw error;
    return 'El inventario';
  });
  return function Part() {
    return <p>{useLazyValue(lazy)}</p>;
  };
}

async function show(Part: () => React.ReactNode, small = false) {
  await act(async () => {
    render(
      <>
        <p>La cabecera</p>
        <PartBoundary name="mfe-inventory/routes" small={small}>
          <Suspense fallback={<p>Cargando</p>}>
            <Part />
          </Suspense>
        </PartBoundary>
      </>,
    );
  });
}

const retry = () => act(async () => fireEvent.click(screen.getByText('Reintentar')));

test('SHELL-08 a part that fails says so in its own place, with its remote and build; the rest stays', async () => {
  noteBuild('mfe-inventory/routes', 'abcdef0123456');
  await show(failing(1));
  expect(screen.getByText('mfe-inventory · abcdef0')).toBeDefined();
  expect(screen.getByText('La cabecera')).toBeDefined();
});

test.each([
  [new TypeError('Failed to fetch dynamically imported module'), 'No llegó del servidor: revisa tu conexión'],
  [
    new UnfitRemote('keeps contract 2'),
    'Se está publicando una versión nueva: intenta de nuevo en unos minutos.',
  ],
  [
    new TypeError('x is undefined'),
    'Tiene una falla: intenta de nuevo y, si sigue, avisa con el nombre de abajo.',
  ],
])('SHELL-44 %s is explained to a visitor', async (error, told) => {
  await show(failing(1, error));
  expect(screen.getByRole('alert').textContent).toContain(told);
});

test('SHELL-44 in development a remote that was not started says what to start, with what runs', async () => {
  const running: RegistryRemote = {
    name: 'mfe-orders',
    entry: '/x.js',
    entryJs: [],
    ...PROVIDED,
    build: 'dev',
    modules: {},
  };
  let missing: Error | undefined;
  try {
    findRemote({ release: 'dev', remotes: [running] }, 'mfe-inventory');
  } catch (error) {
    missing = error as Error;
  }
  await show(failing(1, missing));
  expect(screen.getByRole('alert').textContent).toContain(
    'No está en marcha. Detén npm run dev (Ctrl-C) e inicia todo junto: npm run dev mfe-orders mfe-inventory',
  );
});

test('SHELL-44 in development a failure that visitors see names the terminal too, and no command', async () => {
  await show(failing(1, new TypeError('Failed to fetch dynamically imported module')));
  const said = screen.getByRole('alert').textContent;
  expect(said).toMatch(/No llegó del servidor.*En desarrollo: la terminal de npm run dev dice qué falla\./);
  // One that names this remote alone would stop the others.
  expect(said).not.toContain('npm run dev mfe-');
});

test('SHELL-08 ‘Reintentar’ loads it again, as often as it takes', async () => {
  await show(failing(2));
  await retry();
  await retry();
  expect(screen.getByText('El inventario')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test('SHELL-08 a small part of another screen fails into a button that loads it again', async () => {
  await show(failing(1), true);
  expect(screen.getByRole('alert').title).toContain('mfe-inventory');
  await retry();
  expect(screen.getByText('El inventario')).toBeDefined();
});
