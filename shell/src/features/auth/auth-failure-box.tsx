import { Banner } from '@taller/shared/ui/banner.tsx';
import { authTexts } from '#src/texts/auth.ts';
import type { AuthFailure } from './auth-failure.ts';
import styles from './auth-layout.module.css';

/** The red box of AUTH-04. */
export function AuthFailureBox({ failure }: { failure: AuthFailure | null }) {
  if (!failure) return null;
  return (
    <Banner tone="danger">
      <span>{failure.text}</span>
      {failure.serverMessage && (
        <span className={styles.serverMessage}>
          {authTexts.serverSays} <span translate="no">{failure.serverMessage}</span>
        </span>
      )}
    </Banner>
  );
}
