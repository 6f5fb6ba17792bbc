import { isValidElement } from 'react';
import type { RemoteModule } from '@taller/shared/contract/remote-module.ts';
import { matchPath } from '@taller/shared/runtime';

const canPreload = (type: unknown): type is { preload: () => Promise<unknown> } =>
  typeof type === 'function' && 'preload' in type && typeof type.preload === 'function';

/** Preloads the code of the page that a remote shows at a path, so that it renders immediately. */
export async function preloadPage({ routes = [] }: RemoteModule, pathname: string): Promise<void> {
  const element = routes.find(({ path }) => path && matchPath(path, pathname))?.element;
  if (isValidElement(element) && canPreload(element.type)) await element.type.preload();
}
