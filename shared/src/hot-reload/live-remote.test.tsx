// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect, useState, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { deleteDraftOf, saveDraftOf, readDraftOf } from '#src/contract/draft-store.ts';
import { defineRemote } from '#src/contract/remote-module.ts';
import { lazyPage, useParams, useRoutes } from '@taller/shared/runtime';
import { liveRemote } from '#src/hot-reload/live-remote.tsx';

afterEach(cleanup);
vi.stubGlobal('scrollTo', vi.fn());

const withScreen = (path: string, screenText: string, fails = false) => {
  function Screen() {
    const [count, setCount] = useState(0);
    const { id = '' } = useParams();
    if (fails) throw new Error('adrede');
    return <button onClick={() => setCount(count + 1)}>{`${screenText} ${id} ${count}`}</button>;
  }
  const routes = [{ path, element: <Screen /> }];
  return defineRemote({ name: 'mfe-orders', build: 'local', routes });
};

function Shell({ routes }: { routes: Parameters<typeof useRoutes>[0] }) {
  return useRoutes(routes);
}

const show = (routes: Parameters<typeof useRoutes>[0] = []) =>
  render(
    <MemoryRouter initialEntries={['/orders/view/7']}>
      <Shell routes={routes} />
    </MemoryRouter>,
  );

test('SHELL-70 newer code is drawn in place, at the same address, with a state of its own', async () => {
  const live = liveRemote(withScreen('/orders/view/:id', 'antes'), 'mfe-orders/routes');
  show(live.remote.routes);
  act(() => screen.getByText('antes 7 0').click());
  expect(screen.getByText('antes 7 1')).toBeDefined();
  await act(() => live.replace(withScreen('/orders/view/:id', 'después')));
  expect(screen.getByText('después 7 0')).toBeDefined();
});

test('SHELL-70 an error of newer code is shown in its place, until the next version', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const live = liveRemote(withScreen('/orders/view/:id', 'antes'), 'mfe-orders/routes');
  show(live.remote.routes);
  await act(() => live.replace(withScreen('/orders/view/:id', 'mal', true)));
  expect(screen.getByRole('alert').textContent).toContain('adrede');
  await act(() => live.replace(withScreen('/orders/view/:id', 'bien')));
  expect(screen.getByText('bien 7 0')).toBeDefined();
});

test('SHELL-70 a page whose code does not load leaves what is shown, and the newest of two edits is drawn', async () => {
  history.replaceState(null, '', '/orders/view/7');
  const live = liveRemote(withScreen('/orders/view/:id', 'antes'), 'mfe-orders/routes');
  show(live.remote.routes);
  const paged = (load: Parameters<typeof lazyPage>[0]) => {
    const Page = lazyPage(load);
    const routes = [{ path: '/orders/view/:id', element: <Page /> }];
    return defineRemote({ name: 'mfe-orders', build: 'local', routes });
  };
  await expect(live.replace(paged(() => Promise.reject(new Error('sintaxis'))))).rejects.toThrow('sintaxis');
  expect(screen.getByText('antes 7 0')).toBeDefined();
  let arrive: () => void = () => undefined;
  const slow = new Promise<() => ReactNode>((resolve) => (arrive = () => resolve(() => <p>primera</p>)));
  const first = live.replace(paged(() => slow));
  await act(() => live.replace(paged(() => Promise.resolve(() => <p>segunda</p>))));
  await act(async () => {
    arrive();
    await first;
  });
  expect(screen.getByText('segunda')).toBeDefined();
});

test('SHELL-70 a draft stays, though the form that is unmounted forgets it; one that was forgotten before does not', async () => {
  const found: unknown[] = [];
  function Form() {
    useEffect(() => {
      found.push(readDraftOf('ana', 'orden'));
      return () => deleteDraftOf('ana', 'orden');
    }, []);
    return <p>formulario</p>;
  }
  const withForm = () =>
    defineRemote({
      name: 'mfe-orders',
      build: 'local',
      routes: [{ path: '/orders/view/:id', element: <Form key="form" /> }],
    });
  const live = liveRemote(withForm(), 'mfe-orders/routes');
  show(live.remote.routes);
  saveDraftOf('ana', 'orden', { nombre: 'Luz' });
  await act(() => live.replace(withForm()));
  await act(() => live.replace(withForm()));
  deleteDraftOf('ana', 'orden');
  await act(() => live.replace(withForm()));
  expect(found).toEqual([null, { nombre: 'Luz' }, { nombre: 'Luz' }, null]);
});

test('SHELL-70 so is a widget', async () => {
  const widget = (text: string) =>
    defineRemote({ name: 'mfe-orders', build: 'local', Widget: () => <p>{text}</p> });
  const live = liveRemote(widget('antes'), 'mfe-orders/notifications');
  const { Widget } = live.remote;
  render(Widget && <Widget />);
  await act(() => live.replace(widget('después')));
  expect(screen.getByText('después')).toBeDefined();
});
