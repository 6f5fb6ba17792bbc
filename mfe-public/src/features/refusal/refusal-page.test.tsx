// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { paths } from '@taller/shared/contract/paths.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test, vi } from 'vitest';
import { RefusalPage } from './refusal-page.tsx';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@taller/shared/runtime', async (original) => ({
  ...(await original<object>()),
  supabase: async () => ({ rpc }),
}));

const open = () =>
  renderScreen(<RefusalPage />, { path: paths.refusal.getHref('abc'), pattern: paths.refusal.path });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'No quiero más recordatorios' }));

test('TIME-48 the page of a reminder’s link refuses once it is pressed, and says so', async () => {
  rpc.mockResolvedValue({ data: true, error: null });
  open();
  expect(rpc).not.toHaveBeenCalled();
  press();
  expect(await screen.findByRole('heading', { name: 'No te enviaremos más recordatorios' })).toBeDefined();
  expect(rpc.mock.calls).toEqual([['refuse_reminders', { p_link: 'abc' }]]);
});

test('TIME-48 a link that is of nothing any more says to call', async () => {
  rpc.mockResolvedValue({ data: false, error: null });
  open();
  press();
  expect(await screen.findByText(/^Este enlace ya no sirve\. Llámanos/)).toBeDefined();
});
