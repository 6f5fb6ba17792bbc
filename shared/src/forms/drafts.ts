import { deleteDraftOf, saveDraftOf, readDraftOf } from '#src/contract/draft-store.ts';
import { getSession } from '@taller/shared/runtime';

/** The user that drafts belong to; anonymous visitors have drafts too (registration). */
const owner = () => getSession().user?.id ?? 'visita';

/**
 * Stores unsaved input for the current user, in this tab only: tabs never share a draft, and closing the tab deletes
 * it. It survives a reload and the end of the session, but not another user after an expired session, or twelve hours;
 * a sign-out seals it for its user (SHELL-16).
 */
export function saveDraft(name: string, content: unknown): void {
  saveDraftOf(owner(), name, content);
}

/** The current user's draft with this name, or null, in the format in which this or an earlier build stored it. */
export const readDraft = (name: string): unknown => readDraftOf(owner(), name);

export function deleteDraft(name: string): void {
  deleteDraftOf(owner(), name);
}
