import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { followSessionUse, useIdleNotice } from '#src/session-use/session-use.ts';
import { whenIdle } from '@taller/shared/ui/when-idle.ts';
import { idleTexts } from '#src/texts/idle.ts';
import styles from './connection-banner.module.css';

followSessionUse(whenIdle);

/**
 * Warns that the session is about to end because of inactivity. Any key or touch counts as activity, so the button
 * needs no handler.
 */
export function IdleNotice() {
  const minutes = useIdleNotice();
  if (minutes === null) return null;
  return (
    <div className={styles.place}>
      <Banner tone="warning" alert action={<Button size="sm">{idleTexts.stay}</Button>}>
        {idleTexts.soon(minutes)}
      </Banner>
    </div>
  );
}
