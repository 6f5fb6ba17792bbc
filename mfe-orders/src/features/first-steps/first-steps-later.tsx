import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { mayOpen } from '@taller/shared/access/permissions.ts';
import { browserArea } from '@taller/shared/contract/storage.ts';
import type { CurrentUser } from '@taller/shared/runtime';

type Shown = ComponentType<{ onOver: () => void }>;

/** After the desk: it does not wait for what only new shops have. */
function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(task, 500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task, { timeout: 2000 });
  return () => cancelIdleCallback(handle);
}

/**
 * The list of next steps, for admins. Its code is requested when the desk is idle, until it has been over for this user
 * in this browser; without it the desk is as ever.
 */
export function FirstStepsLater({ user: { id, role } }: { user: CurrentUser }) {
  const [Steps, setSteps] = useState<Shown | null>(null);
  const key = `taller.first-steps-over.${id}`;
  const isWanted = mayOpen(role, 'settings');
  useEffect(() => {
    if (!isWanted || browserArea.getItem(key) !== null) return undefined;
    return whenIdle(() => {
      import('./first-steps.tsx').then(
        ({ FirstSteps }) => setSteps(() => FirstSteps),
        (error: unknown) => console.warn('The first steps were not loaded', error),
      );
    });
  }, [isWanted, key]);
  const handleOver = useCallback(() => browserArea.setItem(key, '1'), [key]);
  return Steps && <Steps onOver={handleOver} />;
}
