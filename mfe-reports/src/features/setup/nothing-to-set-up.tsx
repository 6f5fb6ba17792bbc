import { mayOpen } from '@taller/shared/access/permissions.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { useSession } from '@taller/shared/runtime';
import type { SetupState } from '@taller/shared/settings/setup-state-query.ts';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { SetupLayout } from './setup-layout.tsx';
import { stepHref } from './setup-steps.ts';
import styles from './setup.module.css';
import { setupTexts as texts } from './texts.ts';

/** A link to the log-in, which leads back to a step. */
function LogInLink({ wanted }: { wanted: string }) {
  return (
    <LinkButton to={paths.auth.getHref()} state={{ wanted }} variant="primary">
      {texts.toLogin}
    </LinkButton>
  );
}

/** Says why the address of the set-up creates no account, and where to go on (CFG-46). */
export function NothingToSetUp({ state }: { state: Exclude<SetupState, 'open'> }) {
  const { user } = useSession();
  if (state === 'wrong')
    return (
      <SetupLayout title={texts.wrong.title} intro={texts.wrong.text}>
        <p>{texts.wrong.how}</p>
        <div>
          <LinkButton to={paths.home.getHref()}>{texts.toHome}</LinkButton>
        </div>
      </SetupLayout>
    );
  const isAdmin = user !== null && mayOpen(user.role, 'settings');
  const { title, text, signedIn } = texts[state];
  return (
    <SetupLayout title={title} intro={isAdmin ? signedIn : text}>
      <div className={styles.actions}>
        {isAdmin ? (
          <>
            <LinkButton to={stepHref('tienda')} variant="primary">
              {texts.goOn}
            </LinkButton>
            <LinkButton to={paths.dashboard.getHref()}>{texts.toDesk}</LinkButton>
          </>
        ) : (
          <LogInLink wanted={state === 'used' ? stepHref('tienda') : paths.dashboard.getHref()} />
        )}
      </div>
    </SetupLayout>
  );
}

/** A step after the account, for whoever is not signed in as an admin. */
export function SignInFirst({ wanted }: { wanted: string }) {
  const { user } = useSession();
  const { title, text } = user ? texts.otherAccount : texts.signedOut;
  return (
    <SetupLayout title={title} intro={text}>
      <div>
        {user ? (
          <LinkButton to={paths.home.getHref()}>{texts.toHome}</LinkButton>
        ) : (
          <LogInLink wanted={wanted} />
        )}
      </div>
    </SetupLayout>
  );
}
