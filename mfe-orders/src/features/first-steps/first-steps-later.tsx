import { useCallback, useEffect, useState } from 'react';
import { mayOpen } from '@taller/shared/access/permissions.ts';
import { browserArea } from '@taller/shared/contract/storage.ts';
import type { CurrentUser } from '@taller/shared/runtime';
import { lazyExtra } from '@taller/shared/ui/lazy-extra.tsx';
import { whenIdle } from '@taller/shared/ui/when-idle.ts';

const FirstSteps = lazyExtra<{ onOver: () => void }>(() =>
  import('./first-steps.tsx').then((module) => module.FirstSteps),
);

/**
 * The list of next steps, for admins. Its code is requested when the desk is idle, until it has been over for this user
 * in this browser; without it the desk is as ever.
 */
export function FirstStepsLater({ user: { id, role } }: { user: CurrentUser }) {
  const [isIdle, setIdle] = useState(false);
  const key = `taller.first-steps-over.${id}`;
  const isWanted = mayOpen(role, 'settings');
  useEffect(() => {
    if (!isWanted || browserArea.getItem(key) !== null) return undefined;
    // After the desk: it does not wait for what only new shops have.
    return whenIdle(() => setIdle(true));
  }, [isWanted, key]);
  const handleOver = useCallback(() => browserArea.setItem(key, '1'), [key]);
  return isIdle && <FirstSteps onOver={handleOver} />;
}
