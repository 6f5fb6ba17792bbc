import LogIn from 'lucide-react/icons/log-in';
import UserPlus from 'lucide-react/icons/user-plus';
import { paths } from '@taller/shared/contract/paths.ts';
import { useSession } from '@taller/shared/runtime';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { orderStatusTexts as texts } from '@taller/shared/orders/public-status/status-texts.ts';
import styles from './order-status.module.css';

/** The prompt to log in or create an account (PUB-03); signed-in users get a link to their panel instead. */
export function AccountPrompt() {
  const session = useSession();
  return (
    <section className={styles.account} aria-labelledby="cuenta">
      <div>
        <h2 id="cuenta">{texts.account.title}</h2>
        <p>{texts.account.text}</p>
      </div>
      <p className={styles.actions}>
        {session.user ? (
          <LinkButton to={paths.dashboard.getHref()} variant="primary">
            {texts.account.portal}
          </LinkButton>
        ) : (
          <>
            <LinkButton to={paths.auth.getHref()} variant="primary" icon={<LogIn aria-hidden="true" />}>
              {texts.account.logIn}
            </LinkButton>
            <LinkButton to={paths.register.getHref()} icon={<UserPlus aria-hidden="true" />}>
              {texts.account.register}
            </LinkButton>
          </>
        )}
      </p>
    </section>
  );
}
