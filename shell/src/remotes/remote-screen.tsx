import { useEffect } from 'react';
import { partMark } from '@taller/shared/contract/part-marks.ts';
import { useLazyValue, useRoutes, type RouteObject } from '@taller/shared/runtime';
import { remoteModule } from '#src/remotes/load-remote.ts';
import type { RemoteTarget } from '#src/routing/route-table.ts';

/** Notes that a part is on the screen, once its code has arrived and has rendered. */
function useShown({ remote, module }: RemoteTarget): void {
  useEffect(() => {
    performance.mark(partMark('shown', `${remote}/${module}`));
  }, [remote, module]);
}

interface RoutesProperties {
  routes: RouteObject[];
  name: string;
  target: RemoteTarget;
}

function RemoteRoutes({ routes, name, target }: RoutesProperties) {
  const element = useRoutes(routes);
  useShown(target);
  if (!element) throw new Error(`${name} has no route for this address`);
  return element;
}

/**
 * A remote's screens. The shell has already matched the path; the remote's own routes, with absolute paths, select the
 * screen.
 */
export function RemoteScreen({ target }: { target: RemoteTarget }) {
  const remote = useLazyValue(remoteModule(target));
  const name = `${remote.name}/${target.module} (${remote.build})`;
  if (!remote.routes) throw new Error(`${name} has no routes`);
  return <RemoteRoutes routes={remote.routes} name={name} target={target} />;
}

/** A remote's widget, part of one of the shell's screens. */
export function RemoteWidget({ target }: { target: RemoteTarget }) {
  const { Widget, name, build } = useLazyValue(remoteModule(target));
  useShown(target);
  if (!Widget) throw new Error(`${name}/${target.module} (${build}) has no widget`);
  return <Widget />;
}
