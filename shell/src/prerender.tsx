import { createElement, type ComponentType, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import type { RemoteModule } from '@taller/shared/contract/remote-module.ts';
import { provideFacts } from '@taller/shared/runtime/facts.ts';
import { App } from '#src/app.tsx';
import { remoteModule } from '#src/remotes/load-remote.ts';
import { preloadPage } from '#src/remotes/preload-page.ts';
import { findRoute } from '#src/routing/resolve-screen.ts';
import { targetOf } from '#src/routing/route-table.ts';

/**
 * The HTML of a public page, signed out, to be hydrated by the browser. Runs when the site is assembled.
 * @param facts of the shop, as inlined in the page.
 * @param router a static router at `pathname`.
 */
export async function renderPage(
  pathname: string,
  remote: RemoteModule,
  facts: ShopFacts,
  router: ComponentType<{ children: ReactNode }>,
): Promise<string> {
  provideFacts(facts);
  const route = findRoute(pathname);
  const target = route && targetOf(route);
  if (target?.kind !== 'remote') throw new Error(`${pathname} is no remote's page`);
  remoteModule(target).loaded = { value: remote };
  await preloadPage(remote, pathname);
  return renderToString(createElement(App, { router }));
}
