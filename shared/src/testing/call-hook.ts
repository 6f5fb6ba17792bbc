import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';

/** Runs a hook without a browser and returns its result; queries use `client`. */
export function callHook<T>(hook: () => T, client = new QueryClient()): T {
  let given: { value: T } | undefined;
  const Caller = () => {
    given = { value: hook() };
    return null;
  };
  renderToString(createElement(QueryClientProvider, { client }, createElement(Caller)));
  if (!given) throw new Error('The hook was not called');
  return given.value;
}
