import type { ReactNode } from 'react';
import Check from 'lucide-react/icons/check';
import { authTexts } from '#src/texts/auth.ts';
import { PhoneBoat } from './phone-boat.tsx';
import styles from './auth-layout.module.css';

export interface AuthLayoutProps {
  title: string;
  intro: string;
  children: ReactNode;
}

/** The layout of all sign-in forms; on wide screens with an illustration and the benefits of an account. */
export function AuthLayout({ title, intro, children }: AuthLayoutProps) {
  return (
    <div className={styles.page}>
      <div className={styles.form}>
        <header className={styles.header}>
          <h1>{title}</h1>
          <p className={styles.intro}>{intro}</p>
        </header>
        {children}
      </div>
      <aside className={styles.aside} aria-label={authTexts.asideTitle}>
        <PhoneBoat className={styles.picture} />
        <div className={styles.asideText}>
          <p className={styles.asideTitle}>{authTexts.asideTitle}</p>
          <ul className={styles.points}>
            {authTexts.asidePoints.map((point) => (
              <li key={point}>
                <Check aria-hidden="true" />
                {point}
              </li>
            ))}
          </ul>
        </div>
      </aside>
    </div>
  );
}
