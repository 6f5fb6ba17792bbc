import { useState } from 'react';
import Download from 'lucide-react/icons/download';
import Trash2 from 'lucide-react/icons/trash';
import Undo2 from 'lucide-react/icons/undo-2';
import { paths } from '@taller/shared/contract/paths.ts';
import { provePassword, WRONG_OWN_PASSWORD } from '@taller/shared/people/sessions/prove-password.ts';
import { ownErasureQuery, type OwnErasure } from '@taller/shared/privacy/privacy-queries.ts';
import {
  useChangeErasureMutation,
  useExportOwnDataMutation,
} from '@taller/shared/privacy/privacy-mutations.ts';
import { formatDate, shopDay } from '@taller/shared/values/dates.ts';
import { useQuery } from '@taller/shared/query';
import { Link, toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { PasswordField } from '@taller/shared/ui/password-field.tsx';
import { saveFile } from '@taller/shared/ui/save-file.ts';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { ownDataTexts as texts } from '#src/features/own-data/texts.ts';
import styles from './own-data.module.css';

type ErasureChange = 'request' | 'withdraw';

/** Export of the user's own data, and the erasure request with its state (PRIV-02, PRIV-03). */
export function OwnData({ userId }: { userId: string }) {
  const erasure = useQuery(ownErasureQuery(userId));
  const copy = useExportOwnDataMutation();
  const [asking, setAsking] = useState<ErasureChange | null>(null);
  const request = erasure.data;
  const isOpen = request?.state === 'open';

  const download = async () => {
    try {
      saveFile(texts.fileName(shopDay(new Date())), await copy.mutateAsync(), 'application/json');
      toast.success(texts.downloaded);
    } catch (error) {
      console.error('The own data were not exported', error);
      toast.error(failureText(error, texts.downloadFailed, 'always'));
    }
  };
  return (
    <Card title={texts.title}>
      <p className={styles.intro}>
        {texts.intro} <Link to={paths.privacy.getHref()}>{texts.policy}</Link>
      </p>
      {erasure.isError && (
        <ErrorState
          error={erasure.error}
          message={failureText(erasure.error, texts.loadFailed)}
          onRetry={() => void erasure.refetch()}
          retrying={erasure.isFetching}
        />
      )}
      {erasure.isPending && <Skeleton label={commonTexts.loading} count={1} />}
      {request && <ErasureNote request={request} />}
      <div className={styles.actions}>
        <Button
          icon={<Download aria-hidden="true" />}
          loading={copy.isPending}
          loadingText={texts.downloading}
          onClick={() => void download()}
        >
          {texts.download}
        </Button>
        {erasure.isSuccess && (
          <Button
            variant="ghost"
            icon={isOpen ? <Undo2 aria-hidden="true" /> : <Trash2 aria-hidden="true" />}
            onClick={() => setAsking(isOpen ? 'withdraw' : 'request')}
          >
            {isOpen ? texts.withdraw : texts.ask}
          </Button>
        )}
      </div>
      {asking && <ErasureDialog change={asking} onClose={() => setAsking(null)} />}
    </Card>
  );
}

/** An open request with its due date, or the reason why the last one was rejected. */
function ErasureNote({ request }: { request: OwnErasure }) {
  if (request.state === 'open') {
    return (
      <Banner tone="warning" className={styles.state}>
        <span>{texts.open(formatDate(request.created_at), formatDate(request.due_at))}</span>{' '}
        {request.extended_at && request.answer && <span>{texts.extended(request.answer)}</span>}
      </Banner>
    );
  }
  if (request.state !== 'refused' || !request.answer) return null;
  return (
    <Banner tone="info" className={styles.state}>
      {texts.refused(formatDate(request.answered_at), request.answer)}
    </Banner>
  );
}

/** Asks before a request is sent or withdrawn. */
function ErasureDialog({ change, onClose }: { change: ErasureChange; onClose: () => void }) {
  const { mutateAsync, isPending } = useChangeErasureMutation();
  const [problem, setProblem] = useState<string>();
  const [password, setPassword] = useState('');
  const [proving, setProving] = useState(false);
  const withdraws = change === 'withdraw';
  const confirm = async () => {
    setProblem(undefined);
    setProving(true);
    try {
      if (!withdraws && !(await provePassword(password))) return setProblem(WRONG_OWN_PASSWORD);
      await mutateAsync(change);
    } catch (error) {
      console.error('The request was not stored', error);
      return setProblem(failureText(error, texts.askFailed, 'always'));
    } finally {
      setProving(false);
    }
    toast.success(withdraws ? texts.withdrawn : texts.asked);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={withdraws ? texts.withdrawTitle : texts.askTitle}
      description={withdraws ? texts.withdrawText : texts.askText}
      confirmLabel={withdraws ? texts.withdraw : texts.ask}
      danger={!withdraws}
      loading={isPending || proving}
      error={problem}
      onConfirm={() => void confirm()}
    >
      {!withdraws && (
        <PasswordField
          label={commonTexts.ownPassword}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
        />
      )}
    </ConfirmDialog>
  );
}
