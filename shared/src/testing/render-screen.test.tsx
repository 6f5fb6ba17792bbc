// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DataError } from '#src/data-access/data-error.ts';
import { queryClient, queryOptions, useQuery } from '#src/query/query.ts';
import { getSession, Link, useParams, useSession } from '#src/runtime/runtime.ts';
import { NARROW, useMediaQuery } from '#src/ui/use-media-query.ts';
import { answer, answerQueries } from './answers.ts';
import { renderHookInSite, renderScreen } from './render-screen.tsx';

const partQuery = (id: string) =>
  queryOptions({
    queryKey: ['testing', 'part', id],
    queryFn: (): { name: string; price: number } => {
      throw new Error('The server was asked');
    },
    retry: 1,
  });

function PartScreen() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const { data, error, refetch } = useQuery(partQuery(id));
  return (
    <>
      <p>Para {user?.role ?? 'nadie'}</p>
      <p>{data?.name ?? error?.message ?? 'Cargando'}</p>
      <button type="button" onClick={() => void refetch()}>
        Reintentar
      </button>
      <Link to="/otra">Otra</Link>
    </>
  );
}
const at = { path: '/repuestos/7', pattern: '/repuestos/:id' };

test('SHELL-50 a screen has its role, its parameters and what its query has read, and its links lead on', () => {
  renderScreen(<PartScreen />, {
    ...at,
    role: 'technician',
    answers: [answer(partQuery('7'), { name: 'Pantalla' })],
  });
  expect(screen.getByText('Para technician')).toBeDefined();
  expect(screen.getByText('Pantalla')).toBeDefined();
  fireEvent.click(screen.getByRole('link', { name: 'Otra' }));
  expect(location.pathname).toBe('/otra');
});

test('SHELL-50 nothing of a screen is left for the next test', () => {
  expect(getSession().status).toBe('signed-out');
  expect(location.pathname).toBe('/');
  expect(document.body.textContent).toBe('');
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

test('SHELL-50 an answer given as a function may come late or fail, and is asked again at once as often as the query retries', async () => {
  let asked = 0;
  const server = () => {
    asked += 1;
    if (asked < 3) throw new DataError('offline', 'Sin red');
    return { name: 'Batería' };
  };
  renderScreen(<PartScreen />, { ...at, answers: [answer(partQuery('7'), server)] });
  expect(screen.getByText('Cargando')).toBeDefined();
  expect(await screen.findByText('Sin red')).toBeDefined();
  expect(asked).toBe(2);
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Batería')).toBeDefined();
});

test('SHELL-50 a query without an answer is named, and the server is never asked', async () => {
  const stop = answerQueries(queryClient, [answer(partQuery('7'), { name: 'Pantalla' })]);
  await expect(queryClient.fetchQuery({ ...partQuery('8'), retry: false })).rejects.toThrow(
    'No answer for the query ["testing","part","8"]',
  );
  expect(stop).toThrow('queries of the screen without an answer');
});

test.each([
  [390, true],
  [768, false],
  [undefined, false],
])('SHELL-50 the window is as wide as the test says: %s', (width, isNarrow) => {
  expect(renderHookInSite(() => useMediaQuery(NARROW), { width }).result.current).toBe(isNarrow);
  expect(renderHookInSite(() => useMediaQuery('print'), { width }).result.current).toBe(false);
});

test('SHELL-50 a hook is called in the same site', () => {
  const { result } = renderHookInSite(() => useQuery(partQuery('7')).data?.price, {
    answers: [answer(partQuery('7'), { price: 45_000 })],
  });
  expect(result.current).toBe(45_000);
});
