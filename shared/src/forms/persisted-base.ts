import { useEffect } from 'react';
import { getSession } from '@taller/shared/runtime';
import { deleteDraft, saveDraft, readDraft } from './drafts.ts';

/** The row that a draft is based on, or null: stored so that saving detects changes by others (DATA-04). */
export const readPersistedBase = (name: string): unknown => readDraft(name);

/** Stores the row that a form was opened with for as long as there is a draft. */
export function usePersistedBase(name: string, base: unknown, isDirty: boolean): void {
  useEffect(() => {
    if (isDirty) saveDraft(name, base);
    else deleteDraft(name);
  }, [name, base, isDirty]);
  useEffect(
    () => () => {
      if (getSession().status !== 'signed-out') deleteDraft(name);
    },
    [name],
  );
}
