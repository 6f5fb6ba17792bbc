import { useContext, useEffect, useRef, type ReactNode, type SyntheticEvent, type RefObject } from 'react';
import { useFormState, type FieldValues, type Path, type UseFormReturn, type Control } from 'react-hook-form';
import { useSession } from '@taller/shared/runtime';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { UnsavedContext } from '#src/ui/unsaved-context.ts';
import { syncAutofilledFields } from './sync-autofilled-fields.ts';
import { formTexts } from './texts.ts';
import { useEnterToNext } from './use-enter-to-next.ts';
import { usePersistedValues } from './use-persisted-values.ts';
import { useLeaveQuestion } from './use-leave-question.ts';

/** Forms on the page with unsaved input. */
const unsaved = new Set<symbol>();

const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Makes the browser ask before the page is closed or reloaded.
 * @returns a function that stops it.
 */
function holdPage(): () => void {
  const hold = Symbol('unsaved');
  if (unsaved.size === 0) addEventListener('beforeunload', askBrowser);
  unsaved.add(hold);
  return () => {
    unsaved.delete(hold);
    if (unsaved.size === 0) removeEventListener('beforeunload', askBrowser);
  };
}

/**
 * After a submit with validation errors, focuses the first invalid field in view. The library focuses the field that
 * was registered first, and composite fields (dates, amounts) are registered last.
 */
function useFirstWrong<V extends FieldValues, C, T extends FieldValues | undefined>(
  control: Control<V, C, T>,
  element: RefObject<HTMLFormElement | null>,
): void {
  const { submitCount } = useFormState({ control });
  useEffect(() => {
    if (submitCount === 0) return undefined;
    // The library moves the focus in a timer, which was set before this one.
    const timer = setTimeout(() => {
      const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      wrong?.focus();
      // Few groups of radio buttons take the focus themselves.
      if (document.activeElement !== wrong) wrong?.querySelector('input')?.focus();
    });
    return () => clearTimeout(timer);
  }, [submitCount, element]);
}

/** Ctrl+Enter (Cmd on a Mac) clicks the form's submit button, wherever the focus is in the form or its dialog. */
function useSaveKey(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      const element = form.current;
      const scope = element?.closest('[role="dialog"]') ?? element;
      if (!element || !(event.target instanceof Node) || !scope?.contains(event.target)) return;
      event.preventDefault();
      // Clicks the button instead of submitting the form, so that a disabled or pending save is respected.
      for (const control of element.elements)
        if (control instanceof HTMLButtonElement && control.type === 'submit') return control.click();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [form]);
}

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
  usePersistedValues(form, draft, secrets);
  useSaveKey(element);
  useEnterToNext(element, enterGoesOn);
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
          syncAutofilledFields(form, event.currentTarget);
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
