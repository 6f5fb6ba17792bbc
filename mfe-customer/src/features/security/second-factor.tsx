import { useState, type FormEvent } from 'react';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldOff from 'lucide-react/icons/shield-off';
import {
  useRemoveFactorMutation,
  useVerifyFactorMutation,
  useEnrolFactorMutation,
} from '@taller/shared/people/second-factor/factor-mutations.ts';
import { ownFactorQuery } from '@taller/shared/people/second-factor/own-factor-query.ts';
import { formatDate } from '@taller/shared/values/dates.ts';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { PasswordField } from '@taller/shared/ui/password-field.tsx';
import { QrCode } from '@taller/shared/ui/qr-code.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { factorTexts } from '#src/features/security/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { FactorCodeForm } from './factor-code-form.tsx';
import styles from './security.module.css';

/** The own second factor: set up with an authenticator app, removed with a code (SEC-40). */
export function SecondFactor({ userId }: { userId: string }) {
  const factor = useQuery(ownFactorQuery(userId));
  return (
    <Card title={factorTexts.title}>
      <Loaded
        query={factor}
        message={failureText(factor.error, factorTexts.loadFailed)}
        skeleton={<Skeleton label={commonTexts.loading} count={1} />}
      >
        {(own) => (own ? <ActiveFactor id={own.id} since={own.created_at} /> : <NoFactor />)}
      </Loaded>
    </Card>
  );
}

function ActiveFactor({ id, since }: { id: string; since: string }) {
  const [removing, setRemoving] = useState(false);
  const remove = useRemoveFactorMutation();
  const onCode = async (code: string) => {
    await remove.mutateAsync({ factorId: id, code });
    toast.success(factorTexts.removed);
  };
  return (
    <div className={styles.factor}>
      <p>{factorTexts.active(formatDate(since))}</p>
      {removing ? (
        <FactorCodeForm
          submitLabel={factorTexts.remove}
          danger
          onCode={onCode}
          onCancel={() => setRemoving(false)}
        />
      ) : (
        <div>
          <Button icon={<ShieldOff aria-hidden="true" />} onClick={() => setRemoving(true)}>
            {factorTexts.remove}
          </Button>
        </div>
      )}
    </div>
  );
}

function NoFactor() {
  const enrol = useEnrolFactorMutation();
  const verify = useVerifyFactorMutation();
  const [password, setPassword] = useState('');
  const enrolment = enrol.data;
  if (!enrolment) {
    const begin = (event: FormEvent) => {
      event.preventDefault();
      enrol.mutate(password, { onSuccess: () => setPassword('') });
    };
    return (
      // oxlint-disable-next-line react/forbid-elements -- a password only.
      <form className={styles.factor} onSubmit={begin} noValidate>
        <p>{factorTexts.intro}</p>
        {enrol.isError && (
          <Banner tone="danger">{failureText(enrol.error, factorTexts.beginFailed, ['invalid'])}</Banner>
        )}
        <PasswordField
          label={commonTexts.ownPassword}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
        />
        <div>
          <Button
            type="submit"
            variant="primary"
            icon={<ShieldCheck aria-hidden="true" />}
            loading={enrol.isPending}
          >
            {factorTexts.begin}
          </Button>
        </div>
      </form>
    );
  }
  const onCode = async (code: string) => {
    await verify.mutateAsync({ factorId: enrolment.factorId, code });
    toast.success(factorTexts.added);
    enrol.reset();
  };
  return (
    <div className={styles.factor}>
      <p>{factorTexts.scan}</p>
      <div className={styles.qr}>
        <QrCode text={enrolment.uri} label={factorTexts.qr} />
      </div>
      <p>
        {factorTexts.secret}{' '}
        <code className={styles.secret} translate="no">
          {enrolment.secret}
        </code>
      </p>
      <FactorCodeForm submitLabel={factorTexts.activate} onCode={onCode} onCancel={() => enrol.reset()} />
    </div>
  );
}
