import { useEffect, useState } from 'react';
import { getSession } from '@taller/shared/runtime';
import { deleteDraft, saveDraft, readDraft } from './drafts.ts';

/**
 * State of which dialog is open (null: none), or of choices that are not fields, that survives a reload and an expired
 * session, so that the form with the draft is shown again. The name must be unique; the value must be serialisable as
 * JSON.
 */
export function usePersistedDialog<T>(
  name: string,
  initial: T | null = null,
): [T | null, (open: T | null) => void] {
  const key = `abierto.${name}`;
  const [open, setOpen] = useState(() => (readDraft(key) as T | null) ?? initial);
  useEffect(() => {
    if (open === null) deleteDraft(key);
    else saveDraft(key, open);
  }, [key, open]);
  useEffect(
    () => () => {
      if (getSession().status !== 'signed-out') deleteDraft(key);
    },
    [key],
  );
  return [open, setOpen];
}
