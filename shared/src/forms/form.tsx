import { useContext, useEffect, useRef, type ReactNode, type SyntheticEvent } from 'react';
import { useFormState, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { useSession } from '@taller/shared/runtime';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { UnsavedContext } from '#src/ui/unsaved-context.ts';
import { holdPage } from './hold-page.ts';
import { takeFilledFields } from './take-filled-fields.ts';
import { formTexts } from './texts.ts';
import { useFirstWrong } from './use-first-wrong.ts';
import { useGoOn } from './use-go-on.ts';
import { useKeptValues } from './use-kept-values.ts';
import { useLeaveQuestion } from './use-leave-question.ts';
import { useSaveKey } from './use-save-key.ts';

export interface FormProps<V extends FieldValues, C, T extends FieldValues | undefined> {
  form: UseFormReturn<V, C, T>;
  /**
   * Name of the draft in this tab, with the id of the edited row: `notas.<id>`. Null for secrets, or for forms that
   * keep their own.
   */
  draft: string | null;
  /** Fields that are never stored: passwords and codes. */
  secrets?: readonly Path<V>[];
  /** Unsaved state besides the fields. */
  unsaved?: boolean;
  /** Leaving loses nothing, since the form stores its input itself: only closing the page asks. */
  safe?: boolean;
  /** Enter goes on to the next field instead of saving: for forms with several fields that are filled in by scanner. */
  enterGoesOn?: boolean;
  onSubmit: (event: SyntheticEvent) => unknown;
  id?: string;
  className?: string;
  children: ReactNode;
}

/**
 * The base of every form (SHELL-14, SHELL-15): input survives a reload and an expired session, leaving asks for
 * confirmation, Ctrl+Enter saves from any field, and the first invalid field gets the focus.
 */
export function Form<V extends FieldValues, C, T extends FieldValues | undefined>({
  form,
  draft,
  secrets = [],
  unsaved = false,
  safe = false,
  enterGoesOn = false,
  onSubmit,
  id,
  className,
  children,
}: FormProps<V, C, T>) {
  const element = useRef<HTMLFormElement>(null);
  const { isDirty } = useFormState({ control: form.control });
  const { status } = useSession();
  const dirty = isDirty || unsaved;
  useKeptValues(form, draft, secrets);
  useSaveKey(element);
  useGoOn(element, enterGoesOn);
  useFirstWrong(form.control, element);
  // An anonymous visitor's draft stays when the form is left, so no confirmation is needed.
  const loses = dirty && !safe && (status !== 'signed-out' || draft === null);
  const reportUnsaved = useContext(UnsavedContext);
  useEffect(() => {
    reportUnsaved?.(loses);
    return () => reportUnsaved?.(false);
  }, [loses, reportUnsaved]);
  const { leave, stay } = useLeaveQuestion(loses);
  useEffect(() => (dirty ? holdPage() : undefined), [dirty]);
  return (
    <>
      {/* oxlint-disable-next-line react/forbid-elements -- is the mechanism. */}
      <form
        ref={element}
        id={id}
        className={className}
        noValidate
        onSubmit={(event) => {
          takeFilledFields(form, event.currentTarget);
          void onSubmit(event);
        }}
      >
        {children}
      </form>
      <ConfirmDialog
        open={leave !== null}
        onOpenChange={stay}
        title={formTexts.leaveTitle}
        description={formTexts.leaveText}
        confirmLabel={formTexts.leaveConfirm}
        cancelLabel={formTexts.leaveCancel}
        danger
        onConfirm={() => {
          stay();
          leave?.();
        }}
      />
    </>
  );
}
