import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useAnswerErasureMutation } from '@taller/shared/privacy/privacy-mutations.ts';
import type { ErasureRequest } from '@taller/shared/privacy/privacy-queries.ts';
import { erasureAnswerSchema } from '@taller/shared/privacy/privacy-schemas.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { TextArea } from '@taller/shared/ui/text-area.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { privacyTexts } from '#src/features/privacy/texts.ts';
import styles from './privacy.module.css';

const texts = privacyTexts.requests;

interface AnswerDialogProps {
  request: ErasureRequest;
  /** Extends the deadline; otherwise rejects the request. */
  extend: boolean;
  onClose: () => void;
}

/** Extends or rejects a request, with the reason shown to the customer (PRIV-04). */
export function AnswerDialog({ request, extend, onClose }: AnswerDialogProps) {
  const send = useAnswerErasureMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({ resolver: zodResolver(erasureAnswerSchema), defaultValues: { answer: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ answer }) => {
    setProblem(null);
    try {
      await send.mutateAsync({ id: request.id, answer, extend });
    } catch (error) {
      setProblem(failureText(error, texts.answerFailed, 'always'));
      return;
    }
    toast.success(texts.answered);
    onClose();
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={extend ? texts.extendTitle : texts.refuseTitle}
      description={extend ? texts.extendText : texts.refuseText}
      size="sm"
      busy={isSubmitting}
    >
      <Form form={form} draft={`supresion.${request.id}`} onSubmit={submit}>
        <DialogBody>
          <div className={styles.fields}>
            {problem && <Banner tone="danger">{problem}</Banner>}
            <TextArea
              {...form.register('answer')}
              label={texts.reason}
              rows={4}
              error={errors.answer?.message}
            />
          </div>
        </DialogBody>
        <SaveFooter
          label={extend ? texts.extend : texts.refuse}
          busyLabel={commonTexts.saving}
          busy={isSubmitting}
        />
      </Form>
    </Dialog>
  );
}
