import { useEffect, useState } from 'react';
import { getSession } from '@taller/shared/runtime';
import { forgetDraft, keepDraft, readDraft } from './drafts.ts';

/**
 * State of which dialog is open (null: none), or of what was chosen beside its fields, that outlives a reload and a
 * session that ran out, so that the person is back in the form whose text was kept. The name is the screen's own; the
 * value must survive JSON.
 */
export function useKeptOpen<T>(name: string, initial: T | null = null): [T | null, (open: T | null) => void] {
  const key = `abierto.${name}`;
  const [open, setOpen] = useState(() => (readDraft(key) as T | null) ?? initial);
  useEffect(() => {
    if (open === null) forgetDraft(key);
    else keepDraft(key, open);
  }, [key, open]);
  useEffect(
    () => () => {
      if (getSession().status !== 'signed-out') forgetDraft(key);
    },
    [key],
  );
  return [open, setOpen];
}
