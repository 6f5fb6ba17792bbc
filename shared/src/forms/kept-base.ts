import { useEffect } from 'react';
import { getSession } from '@taller/shared/runtime';
import { forgetDraft, keepDraft, readDraft } from './drafts.ts';

/**
 * What a kept draft was typed over, or null: the row as it was read, so that saving notices what others changed since
 * (DATA-04).
 */
export const readKeptBase = (name: string): unknown => readDraft(name);

/** Keeps the row that a form was opened with for as long as something typed is kept with it. */
export function useKeptBase(name: string, base: unknown, isDirty: boolean): void {
  useEffect(() => {
    if (isDirty) keepDraft(name, base);
    else forgetDraft(name);
  }, [name, base, isDirty]);
  useEffect(
    () => () => {
      if (getSession().status !== 'signed-out') forgetDraft(name);
    },
    [name],
  );
}
