// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { Component, Suspense, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { AttemptContext, lazyPage } from './lazy-page.tsx';

afterEach(cleanup);

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? <p>failed</p> : this.props.children;
  }
}

test('SHELL-08 a page that failed to load is loaded again by the next attempt, and only by that', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let loads = 0;
  const Page = lazyPage(async () => {
    loads += 1;
    if (loads === 1) throw new Error('404');
    return () => <p>arrived</p>;
  });
  const tree = (attempt: number) => (
    <Boundary key={attempt}>
      <AttemptContext value={attempt}>
        <Suspense fallback={<p>Cargando...</p>}>
          <Page />
        </Suspense>
      </AttemptContext>
    </Boundary>
  );
  const view = await act(async () => render(tree(0)));
  expect(screen.getByText('failed')).toBeTruthy();
  expect(loads).toBe(1);
  await act(async () => view.rerender(tree(1)));
  expect(screen.getByText('arrived')).toBeTruthy();
  expect(loads).toBe(2);
  await act(async () => view.rerender(tree(2)));
  expect(screen.getByText('arrived')).toBeTruthy();
  expect(loads).toBe(2);
});

test('PUB-06 a page that was loaded beforehand renders without a fallback', async () => {
  const Page = lazyPage(async () => () => <p>arrived</p>);
  await Page.preload();
  render(<Page />);
  expect(screen.getByText('arrived')).toBeTruthy();
});
