import { useState } from 'react';
import { Button } from '@taller/shared/ui/button.tsx';
import { authTexts } from '#src/texts/auth.ts';
import styles from './auth-layout.module.css';

export interface OtherAccountProps {
  /** Account of the mailed link. */
  linkEmail: string;
  /** Account that is signed in. */
  openEmail: string;
  onContinue: () => void;
  onStay: () => Promise<void>;
}

/** A mailed link never replaces a session without confirmation (SEC-37). */
export function OtherAccount({ linkEmail, openEmail, onContinue, onStay }: OtherAccountProps) {
  const [leaving, setLeaving] = useState(false);
  const stay = () => {
    setLeaving(true);
    onStay().catch((error: unknown) => console.error('The link was not given up', error));
  };
  return (
    <section className={styles.fields} aria-labelledby="otra-cuenta">
      <h2 id="otra-cuenta" className={styles.question}>
        {authTexts.otherAccountTitle}
      </h2>
      <p>{authTexts.otherAccount(linkEmail, openEmail)}</p>
      <p>{authTexts.otherAccountHint}</p>
      <Button variant="primary" size="lg" block onClick={stay} loading={leaving}>
        {authTexts.stayWith(openEmail)}
      </Button>
      <Button size="lg" block onClick={onContinue} disabled={leaving}>
        {authTexts.continueWith(linkEmail)}
      </Button>
    </section>
  );
}
