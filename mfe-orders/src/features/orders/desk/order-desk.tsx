import { useCallback, useRef, useLayoutEffect, useState } from 'react';
import { orderListQuery, type OrderListItem } from '@taller/shared/orders/order-list-queries.ts';
import type { OrderListFilter } from '@taller/shared/orders/order-filter.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { useQuery } from '@taller/shared/query';
import { useSearchParams, type CurrentUser, useLocation } from '@taller/shared/runtime';
import { usePreloaded } from '#src/components/use-preloaded.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import type { OrderTask, OrderTaskKind } from '../actions/order-task.ts';
import { OrderTaskDialog } from '../actions/order-task-dialog.tsx';
import { useChooseStatus } from '../actions/use-choose-status.ts';
import { usePeople } from '../shared/use-people.ts';
import { usePrefetchedDeskSettings } from '../suggestions/use-desk-settings.ts';
import { DeskFoot } from './desk-foot.tsx';
import { useDeskRemembered, useFocusOnReturn } from './desk-return.ts';
import { deskStates } from './desk-states.tsx';
import { DeskToolbar, NewOrderBar } from './desk-toolbar.tsx';
import styles from './order-desk.module.css';
import { NewsBanner } from './news-banner.tsx';
import { type OrderListHandle, OrderList, type OrderListProps } from './order-list.tsx';
import { PeekPlace } from '../peek/peek-place.tsx';
import { usePeek } from '../peek/use-peek.ts';
import { useDeskFilter } from './use-desk-filter.ts';
import { useDensity } from './use-density.ts';
import { useDeskKeys } from './use-desk-keys.ts';
import { useLiveOrders } from './use-live-orders.ts';
import { NewOrderDialog, useNewOrder } from './use-new-order.ts';
import { ViewBar } from './view-bar.tsx';
import { DataList } from '@taller/shared/ui/data-list.tsx';
import { useOutageShown } from '@taller/shared/ui/use-outage-shown.ts';
import { orderReadFailure } from '@taller/shared/orders/failure-text.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { useSavedViews, type OwnViews } from './use-saved-views.ts';
import { ListHeadings } from './list-headings.tsx';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { useSelection } from '../bulk/use-selection.ts';

const DIALOGS = [OrderTaskDialog, NewOrderDialog];

/** Hook: loads what the dialogs need once the list is shown. */
function useDialogsAhead(isShown: boolean): void {
  usePrefetchedDeskSettings(isShown);
  usePreloaded(DIALOGS, isShown);
}

/**
 * Opens the start view on the desk's plain URL, in place of it, so that Back leads to the page before (ORD-82). Decided
 * once for each arrival: a start that is chosen meanwhile in another tab moves nothing here.
 * @param isHere the desk itself is shown, not another screen's dialog over it.
 * @returns whether it is still open which view is shown.
 */
function useStartView({ start, isSettled }: OwnViews, isHere: boolean): boolean {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const [decided, setDecided] = useState<{ key: string; start: string | null }>();
  const isPlain = isHere && params.size === 0;
  const isDecided = decided?.key === key;
  if (isPlain && isSettled && !isDecided) setDecided({ key, start });
  const next = isPlain && isDecided ? decided.start : null;
  useLayoutEffect(() => {
    if (next !== null) setParams(next, { replace: true, state });
  }, [next, setParams, state]);
  return isPlain && (!isDecided || next !== null);
}

interface DeskListProps extends Omit<OrderListProps, 'listKey' | 'byChange' | 'role' | 'selection'> {
  user: CurrentUser;
  filter: OrderListFilter;
  onChange: (part: Partial<OrderListFilter>) => void;
}

/** The list below its headings, which sort it (ORD-75), or the bar of the selected orders in their place (ORD-78). */
function DeskList({ user, filter, onChange, ...list }: DeskListProps) {
  const selection = useSelection(list.orders);
  return (
    <>
      <SelectionBar selection={selection} user={user} />
      {selection.selected.size === 0 && (
        <ListHeadings sort={filter.sort} onSort={(sort) => onChange({ sort })} compact={list.compact} />
      )}
      <OrderList
        {...list}
        role={user.role}
        selection={selection}
        listKey={JSON.stringify(filter)}
        byChange={filter.sort?.column === 'changed'}
      />
    </>
  );
}

/**
 * The list that the desk shows: its filter, the user's saved views, and its page, undefined until the first view is
 * known.
 * @param isHere the desk itself is shown, not another screen's dialog over it.
 */
function useDeskList(role: Role, isHere: boolean) {
  const saved = useSavedViews(role);
  const isOpening = useStartView(saved, isHere);
  const { filter, change } = useDeskFilter(role, saved.start !== null);
  const query = useQuery(orderListQuery(filter));
  return { filter, change, saved, query, data: isOpening ? undefined : query.data };
}

const texts = orderTexts.desk;

function focusSearch(place: HTMLElement | null): void {
  const box = place?.querySelector('input');
  box?.focus();
  box?.select();
}

/**
 * The order desk, the staff's main screen.
 * @param behindDialog another screen's dialog is open over it: an action opened here waits, since two dialogs would
 * block each other.
 */
export function OrderDesk({ user, behindDialog = false }: { user: CurrentUser; behindDialog?: boolean }) {
  const { role } = user;
  const { filter, change, saved, query, data } = useDeskList(role, !behindDialog);
  const [params] = useSearchParams();
  const newOrder = useNewOrder(role);
  const [task, setTask] = usePersistedDialog<OrderTask>('mesón');
  const list = useRef<OrderListHandle>(null);
  const search = useRef<HTMLDivElement>(null);
  const isOutageShown = useOutageShown(query.error);
  const density = useDensity();
  const peek = usePeek();
  useDialogsAhead(data !== undefined);
  const choose = useChooseStatus(setTask);
  useDeskRemembered(params, !behindDialog);
  useFocusOnReturn(!behindDialog && data !== undefined, (id) => list.current?.focusOrder(id));
  const { news, deletedIds, showNews } = useLiveOrders({
    people: usePeople(),
    isView: filter.view !== null || filter.waitReason !== null || filter.place !== null,
    mayRefresh: () => filter.page === 1 && !task && (list.current?.isAtRest() ?? true),
  });

  useDeskKeys({
    onSearch: () => focusSearch(search.current),
    onNewOrder: newOrder.open,
    onEnterList: () => list.current?.focusFirst(),
  });
  // A stable function, like `choose`: rows with an unchanged order are not re-rendered.
  const openTask = useCallback(
    (kind: OrderTaskKind, order: OrderListItem) => setTask({ kind, order }),
    [setTask],
  );
  const handleNews = () => {
    list.current?.scrollToTop();
    // New orders are on top of the newest first only.
    if (filter.page > 1 || filter.sort) change({ page: 1, sort: null });
    void showNews();
  };

  return (
    <section className={styles.desk} aria-label={texts.title} data-fill>
      <DeskToolbar
        role={role}
        userId={user.id}
        filter={filter}
        onChange={change}
        onNewOrder={newOrder.open}
        searchRef={search}
      />
      <ViewBar role={role} filter={filter} saved={saved} onChange={change} />
      {news.size > 0 && <NewsBanner count={news.size} onShow={handleNews} />}
      <DataList
        query={query}
        rows={data?.orders}
        loadFailed={isOutageShown ? texts.loadError : `${texts.loadError} ${orderReadFailure(query.error)}`}
        skeleton={{ rows: 6, className: styles.loading }}
        {...deskStates({ role, filter, page: data, onChange: change, onNewOrder: newOrder.open })}
        foot={(pager) => (
          <DeskFoot
            filter={filter}
            page={data}
            density={density}
            createsOrders={newOrder.open !== undefined}
            peekOffered={peek.offered}
          >
            {pager}
          </DeskFoot>
        )}
      >
        {(orders) => (
          <PeekPlace
            peek={peek}
            role={role}
            deletedIds={deletedIds}
            onTask={setTask}
            onChooseStatus={choose}
            onFocusOrder={(id) => list.current?.focusOrder(id)}
          >
            <DeskList
              ref={list}
              orders={orders}
              filter={filter}
              onChange={change}
              deletedIds={deletedIds}
              compact={density.compact}
              besideId={peek.id}
              hasPanel={peek.id !== null}
              busy={query.isPlaceholderData}
              user={user}
              onTask={openTask}
              onChooseStatus={choose}
            />
          </PeekPlace>
        )}
      </DataList>
      <NewOrderBar onNewOrder={newOrder.open} />
      {task && !behindDialog && (
        <OrderTaskDialog task={task} onTask={setTask} onClose={() => setTask(null)} />
      )}
      {newOrder.isOpen && <NewOrderDialog onClose={newOrder.close} />}
    </section>
  );
}
