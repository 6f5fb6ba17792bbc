import { useState } from 'react';
import { giveUpSecondFactor, refreshCurrentUser, type Session } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { uiTexts } from '@taller/shared/ui/texts.ts';
import { authErrorTexts, authTexts } from '#src/texts/auth.ts';
import styles from './auth-layout.module.css';

type Unanswered = NonNullable<Extract<Session, { status: 'loading' }>['unanswered']>;

/**
 * The server does not say whose the stored session is (SHELL-06). The session is kept: when the answer comes, the guard
 * of /auth leads back to the page that was wanted.
 */
export function UnansweredSession({ unanswered }: { unanswered: Unanswered }) {
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void giveUpSecondFactor();
  };
  return (
    <div className={styles.fields}>
      <Banner tone="warning" alert>
        {authErrorTexts[unanswered]} {authTexts.sessionKept}
      </Banner>
      <Button variant="primary" size="lg" block onClick={() => void refreshCurrentUser()} disabled={leaving}>
        {uiTexts.retry}
      </Button>
      <Button variant="ghost" onClick={leave} disabled={leaving}>
        {authTexts.backToPassword}
      </Button>
    </div>
  );
}
