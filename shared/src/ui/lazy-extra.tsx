import type { ComponentType } from 'react';
import { lazyComponent } from './lazy-component.tsx';

const nothing = () => null;

/**
 * An optional part of a screen, such as a shortcut: nothing takes its place while its code loads or if that fails. The
 * failure is reported like any other.
 */
export const lazyExtra = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => lazyComponent(load, nothing, nothing);
