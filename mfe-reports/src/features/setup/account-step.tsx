import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { mayOpen } from '@taller/shared/access/permissions.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { Link, signIn, useNavigate, useSession } from '@taller/shared/runtime';
import {
  firstAccountSchema,
  useSetUpShopMutation,
  type FirstAccount,
} from '@taller/shared/settings/set-up-shop-mutation.ts';
import type { SetupState } from '@taller/shared/settings/setup-state-query.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { PasswordField } from '@taller/shared/ui/password-field.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { NothingToSetUp } from './nothing-to-set-up.tsx';
import { SetupLayout } from './setup-layout.tsx';
import { stepHref } from './setup-steps.ts';
import styles from './setup.module.css';
import { setupTexts } from './texts.ts';

const texts = setupTexts.account;
const EMPTY: FirstAccount = { fullName: '', email: '', password: '' };
/** Codes of a log-in that the server may not have seen. */
const UNANSWERED: readonly string[] = ['offline', 'unavailable', 'unreadable'];

type Problem = { readonly text: string; readonly toLogin?: true };

/** Makes the account once, then signs in; each can be sent again after a lost answer. */
function useFirstAccount(token: string) {
  const create = useSetUpShopMutation();
  const [isMade, setMade] = useState(false);
  const [refusal, setRefusal] = useState<Exclude<SetupState, 'open'> | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  const make = async (account: FirstAccount): Promise<boolean> => {
    try {
      const state = await create.mutateAsync({ token, ...account });
      if (state === 'created') return true;
      // The address was good a moment ago: it is used, or void.
      setRefusal(state === 'open' ? 'wrong' : state);
    } catch (error) {
      setProblem({ text: failureText(error, { offline: texts.offline, otherwise: texts.failed }, 'always') });
    }
    return false;
  };

  /** @returns whether the account is there and signed in. */
  const begin = async (account: FirstAccount): Promise<boolean> => {
    setProblem(null);
    if (!isMade && !(await make(account))) return false;
    setMade(true);
    const outcome = await signIn(account.email, account.password).catch(() => ({
      ok: false as const,
      code: 'offline',
    }));
    if (outcome.ok) return true;
    setProblem(
      UNANSWERED.includes(outcome.code)
        ? { text: texts.signInLost }
        : { text: texts.signInRefused, toLogin: true },
    );
    return false;
  };
  return { begin, problem, refusal };
}

/** The account of the first admin (CFG-46). */
export function AccountStep({ token }: { token: string }) {
  const form = useForm<FirstAccount>({ resolver: zodResolver(firstAccountSchema), defaultValues: EMPTY });
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  const { begin, problem, refusal } = useFirstAccount(token);
  const { user } = useSession();
  const navigate = useNavigate();
  const submit = form.handleSubmit(async (account) => {
    if (await begin(account)) await navigate(stepHref('tienda'), { replace: true });
  });
  if (refusal) return <NothingToSetUp state={refusal} />;
  // Another tab of this browser made the account.
  if (user && mayOpen(user.role, 'settings') && !formState.isSubmitted && !isSubmitting)
    return <NothingToSetUp state="used" />;
  return (
    <SetupLayout step="cuenta" title={texts.title} intro={texts.intro}>
      <Form
        form={form}
        draft="configurar.cuenta"
        secrets={['password']}
        safe
        className={styles.fields}
        onSubmit={submit}
      >
        {problem && (
          <Banner
            tone="danger"
            action={
              problem.toLogin && (
                <Link to={paths.auth.getHref()} state={{ wanted: stepHref('tienda') }}>
                  {setupTexts.toLogin}
                </Link>
              )
            }
          >
            {problem.text}
          </Banner>
        )}
        <TextField
          {...register('fullName')}
          label={texts.fullName}
          autoComplete="name"
          error={errors.fullName?.message}
        />
        <TextField
          {...register('email')}
          type="email"
          label={texts.email}
          autoComplete="username"
          error={errors.email?.message}
        />
        <PasswordField
          {...register('password')}
          label={texts.password}
          hint={errors.password ? undefined : texts.passwordHint}
          autoComplete="new-password"
          error={errors.password?.message}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          loading={isSubmitting}
          loadingText={texts.submitting}
        >
          {texts.submit}
        </Button>
      </Form>
    </SetupLayout>
  );
}
