import { useMemo } from 'react';
import {
  shopView,
  toFilter,
  type SavedView,
  type SavedViews,
} from '@taller/shared/orders/saved-views/saved-view.ts';
import { savedViewsQuery } from '@taller/shared/orders/saved-views/saved-views-query.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { useQuery } from '@taller/shared/query';
import { deskAddress, readDesk, searchFields } from './use-desk-filter.ts';

/** An own view with the query that opens it. */
export interface OwnView extends SavedView {
  address: string;
}

export interface OwnViews {
  views: readonly OwnView[];
  /** The query that the desk opens with; null for the whole list. */
  start: string | null;
  /** Whether the two are known, or could not be read. */
  isSettled: boolean;
}

/** The own views of a role, and the start, as queries of the desk's URL. */
export function addressesOf(role: Role, { views, start }: SavedViews): Pick<OwnViews, 'views' | 'start'> {
  const plain = readDesk(role, new URLSearchParams());
  const [field = plain.field] = searchFields(role);
  const own = views.map((view) => ({ ...view, address: deskAddress(role, toFilter(role, view, field)) }));
  const address =
    start === null
      ? null
      : 'id' in start
        ? own.find(({ id }) => id === start.id)?.address
        : deskAddress(role, { ...plain, view: shopView(role, start.view) });
  return { views: own, start: address || null };
}

const NONE: SavedViews = { views: [], start: null };

/** The caller's own views (ORD-80), and the view that the desk opens with (ORD-82). */
export function useSavedViews(role: Role): OwnViews {
  const { data, failureCount } = useQuery(savedViewsQuery());
  return useMemo(
    () => ({ ...addressesOf(role, data ?? NONE), isSettled: data !== undefined || failureCount > 0 }),
    [role, data, failureCount],
  );
}
