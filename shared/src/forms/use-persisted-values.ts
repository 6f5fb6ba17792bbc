import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import {
  useFormState,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
} from 'react-hook-form';
import { getSession, toast } from '@taller/shared/runtime';
import { deleteDraft, saveDraft, readDraft } from './drafts.ts';
import { formTexts } from './texts.ts';

/**
 * Stores a form's input as a draft, and restores it when the form is opened again after a reload or an expired session.
 * The draft is deleted when the form is saved, reset or left. Null disables it.
 */
export function usePersistedValues<V extends FieldValues, C, T extends FieldValues | undefined>(
  form: UseFormReturn<V, C, T>,
  name: string | null,
  secrets: readonly Path<V>[],
): void {
  const { subscribe, control } = form;
  const { isDirty } = useFormState({ control });
  const keep = useEffectEvent((values: V) => {
    if (name === null) return;
    const { defaultValues } = form.formState;
    // Only fields that the user changed: in a reopened form, others may have been changed by somebody else.
    const typed = Object.entries(values).filter(
      ([field, value]) =>
        !secrets.includes(field as Path<V>) &&
        JSON.stringify(value) !== JSON.stringify(defaultValues?.[field]),
    );
    saveDraft(name, Object.fromEntries(typed));
  });
  const restore = useEffectEvent((kept: Readonly<Record<string, unknown>>) => {
    const fields = Object.entries(kept).filter(([field]) => field in form.getValues()) as [
      Path<V>,
      PathValue<V, Path<V>>,
    ][];
    for (const [field, value] of fields) form.setValue(field, value, { shouldDirty: true });
    if (fields.length > 0) toast.info(formTexts.restored);
  });

  const kept = useRef<unknown>(null);
  // Before the first frame: on a busy machine somebody types before other effects run.
  useLayoutEffect(() => {
    kept.current = name === null ? null : readDraft(name);
    return subscribe({
      formState: { values: true },
      callback: ({ values, name: field }) => {
        if (field !== undefined) keep(values);
      },
    });
  }, [subscribe, name]);
  useEffect(() => {
    if (typeof kept.current === 'object' && kept.current !== null)
      restore(kept.current as Record<string, unknown>);
    return () => {
      if (name !== null && getSession().status !== 'signed-out') deleteDraft(name);
    };
  }, [name]);
  const wasDirty = useRef(false);
  useEffect(() => {
    // Saved and reset for the next entry, or reverted to the initial values.
    if (wasDirty.current && !isDirty && name !== null) deleteDraft(name);
    wasDirty.current = isDirty;
  }, [isDirty, name]);
}
