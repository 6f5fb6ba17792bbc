import { useState } from 'react';
import {
  anonymizationPreviewQuery,
  type AnonymizationPreview,
} from '@taller/shared/privacy/privacy-queries.ts';
import { useAnonymizeMutation } from '@taller/shared/privacy/privacy-mutations.ts';
import type { PersonClue } from '@taller/shared/privacy/person-clue.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { privacyTexts } from '#src/features/privacy/texts.ts';

const texts = privacyTexts.anonymize;

interface AnonymizeDialogProps {
  clue: PersonClue;
  onClose: () => void;
}

/**
 * Shows what will be anonymised and what is kept, and asks for confirmation; if there are open orders it lists them
 * instead (PRIV-05, PRIV-06).
 */
export function AnonymizeDialog({ clue, onClose }: AnonymizeDialogProps) {
  const preview = useQuery(anonymizationPreviewQuery(clue));
  const anonymize = useAnonymizeMutation();
  const [problem, setProblem] = useState<string>();
  const confirm = async (seen: string) => {
    setProblem(undefined);
    try {
      const outcome = await anonymize.mutateAsync({ ...clue, seen });
      // The new preview has been read with everything else.
      if (outcome === 'changed') return setProblem(texts.changed);
    } catch (error) {
      setProblem(failureText(error, texts.doneFailed, 'always'));
      return;
    }
    toast.success(texts.done);
    onClose();
  };
  const { data } = preview;
  if (data && data.unclosed.length === 0) {
    return (
      <ConfirmDialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={texts.question(nameOf(data))}
        description={<Consequences preview={data} />}
        confirmLabel={texts.confirm}
        cancelLabel={texts.cancel}
        danger
        loading={anonymize.isPending}
        error={problem}
        onConfirm={() => void confirm(data.seen)}
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={data ? texts.question(nameOf(data)) : texts.title}
      size="sm"
    >
      <DialogBody>
        {preview.isPending && <Skeleton label={texts.loading} count={3} />}
        {preview.isError && (
          <ErrorState
            error={preview.error}
            message={failureText(preview.error, texts.failed, ['invalid'])}
            onRetry={() => void preview.refetch()}
            retrying={preview.isFetching}
          />
        )}
        {data && (
          <p>{texts.open(data.unclosed.map((number) => `#${formatOrderNumber(number)}`).join(', '))}</p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{texts.cancel}</Button>
      </DialogFooter>
    </Dialog>
  );
}

/** A name, or the number of people that match. */
export function nameOf({ names, ruts }: AnonymizationPreview): string {
  const [name = ''] = names;
  return ruts.length > 1 ? texts.several(ruts.length) : name;
}

function Consequences({ preview }: { preview: AnonymizationPreview }) {
  const { orders, messages, photos, appointments, emails, owed } = preview;
  const sentences = [
    texts.goes(orders, messages, photos, appointments),
    emails.length > 0 && texts.account(emails.join(', ')),
    texts.stays,
    owed > 0 && texts.owed(formatClp(owed)),
  ];
  return (
    <>
      <span>{sentences.filter(Boolean).join(' ')}</span> <strong>{texts.forever}</strong>
    </>
  );
}
