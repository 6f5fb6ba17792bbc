import type { Role } from '@taller/shared/access/roles.ts';
import { useDeskFilter } from './use-desk-filter.ts';
import { useSavedViews } from './use-saved-views.ts';
import { useStartView } from './use-start-view.ts';

/**
 * Which list the desk shows: its filter, the own views, and whether it is still open with which view it starts.
 * @param isHere the desk itself is shown, not another screen's dialog over it.
 */
export function useDeskList(role: Role, isHere: boolean) {
  const saved = useSavedViews(role);
  const isOpening = useStartView(saved, isHere);
  return { ...useDeskFilter(role, saved.start !== null), saved, isOpening };
}
