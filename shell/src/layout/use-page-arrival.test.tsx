// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { BrowserRouter, useNavigate } from '@taller/shared/runtime';
import { usePageTitle } from '@taller/shared/ui/use-page-title.ts';
import { usePageArrival } from './use-page-arrival.ts';

afterEach(cleanup);

function Page() {
  const navigate = useNavigate();
  usePageArrival({ path: '/', title: 'x' });
  return (
    <main id="contenido" tabIndex={-1}>
      <button type="button" onClick={() => void navigate('/b')}>
        Seguir
      </button>
    </main>
  );
}

/** The page with a field in a dialog that is open, or closing. */
function show(state: 'open' | 'closed') {
  history.replaceState(null, '', '/a');
  render(
    <BrowserRouter>
      <Page />
      <div role="dialog" aria-label="Buscar" {...{ [`data-${state}`]: '' }}>
        <input aria-label="campo" />
      </div>
    </BrowserRouter>,
  );
  screen.getByLabelText('campo').focus();
  // Without taking the focus itself.
  fireEvent.click(screen.getByRole('button', { hidden: true }));
  return document.activeElement;
}

test('SHELL-11 a page that arrives takes the focus, also from a dialog that closes with the step', () => {
  window.scrollTo = () => undefined;
  expect(show('closed')?.id).toBe('contenido');
});

test('SHELL-11 a page that arrives late leaves the focus to a dialog that was opened meanwhile', () => {
  expect(show('open')?.getAttribute('aria-label')).toBe('campo');
});

function Order() {
  usePageTitle('Orden 006420 · Galaxy A54');
  return null;
}

test('UI-41 the title names what a screen shows, also if that is known at once', () => {
  function Site() {
    usePageArrival({ path: '/dashboard/orders/view/:id', title: 'Orden de servicio' });
    return <Order />;
  }
  render(
    <BrowserRouter>
      <Site />
    </BrowserRouter>,
  );
  expect(document.title).toMatch(/^Orden 006420 · Galaxy A54 · /);
});
