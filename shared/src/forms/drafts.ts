import { forgetFor, keepFor, readFor } from '#src/contract/draft-store.ts';
import { getSession } from '@taller/shared/runtime';

/** The person the drafts belong to; a visitor has some as well (registration). */
const owner = () => getSession().user?.id ?? 'visita';

/**
 * Keeps what was typed and not saved, for the present person, in this tab alone: two tabs never share a draft, and
 * closing the tab ends it. It survives a reload and a session that runs out; not another person's sign-in, a sign-out
 * on purpose, or twelve hours.
 */
export function keepDraft(name: string, content: unknown): void {
  keepFor(owner(), name, content);
}

/**
 * What was kept under this name for the present person, or null. It has the shape it was kept in, by this build or an
 * earlier one.
 */
export const readDraft = (name: string): unknown => readFor(owner(), name);

export function forgetDraft(name: string): void {
  forgetFor(owner(), name);
}
