import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import House from 'lucide-react/icons/house';
import { countLimitOf, VIEW_COUNT_LIMIT, viewCountsQuery } from '@taller/shared/orders/order-list-queries.ts';
import { type OrderListFilter, type OrderView, orderViewsOf } from '@taller/shared/orders/order-filter.ts';
import { toFilter } from '@taller/shared/orders/saved-views/saved-view.ts';
import { savedViewCountsQuery } from '@taller/shared/orders/saved-views/saved-views-query.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { useQuery } from '@taller/shared/query';
import { Link, useSearchParams } from '@taller/shared/runtime';
import { formatThousands } from '@taller/shared/values/money.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { useCurrentInView } from '@taller/shared/ui/use-current-in-view.ts';
import { NARROW, useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { savedViewTexts } from './texts.ts';
import { deskAddress, isNarrowed, notPlain, readDesk, writeDesk } from './use-desk-filter.ts';
import type { OwnView, OwnViews } from './use-saved-views.ts';
import styles from './view-links.module.css';
import { tabArea } from '@taller/shared/contract/storage.ts';

const KEY = 'taller.count-room';

type Room = Readonly<Record<string, number>>;

function remembered(): Room {
  try {
    return JSON.parse(tabArea.getItem(KEY) ?? '{}') as Room;
  } catch {
    return {};
  }
}

/**
 * How many characters each view's count took when this tab last knew it, so that the links keep their places while the
 * counts are read again (UI-01). No counts are kept.
 */
function useCountRoom(counts: Readonly<Record<string, string>>, isKnown: boolean): Room {
  const [room] = useState(remembered);
  const lengths = Object.entries(counts).map(([view, count]) => [view, count.length] as const);
  const text = JSON.stringify(Object.fromEntries(lengths));
  useEffect(() => {
    if (isKnown) tabArea.setItem(KEY, text);
  }, [isKnown, text]);
  return room;
}

const texts = orderTexts.desk;

const countText = (count: number, limit: number): string =>
  count > limit ? `${formatThousands(limit)}+` : formatThousands(count);

const limitOf = (view?: OwnView): number => (view ? countLimitOf(view) : VIEW_COUNT_LIMIT);

const textsOf = (counts: Readonly<Record<string, number>> = {}, limit: (view: string) => number) =>
  Object.fromEntries(Object.entries(counts).map(([view, count]) => [view, countText(count, limit(view))]));

/** A click that opens the link here, not in a new tab or window. */
const opensHere = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

interface ViewLinkProps {
  to: string;
  isCurrent: boolean;
  isStart: boolean;
  /** Undefined while it is not known. */
  count: string | undefined;
  /** Characters that the count took when it was last known. */
  room: number | undefined;
  onOpen: () => void;
  children: ReactNode;
}

function ViewLink({ to, isCurrent, isStart, count, room, onOpen, children }: ViewLinkProps) {
  return (
    <Link
      to={{ search: to }}
      className={styles.view}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (!opensHere(event)) return;
        // Keeps the search being typed, which is not in the address yet.
        event.preventDefault();
        if (!isCurrent) onOpen();
      }}
    >
      {isStart && <House className={styles.start} role="img" aria-label={savedViewTexts.isStart} />}
      <span className={styles.name}>{children}</span>{' '}
      <span
        className={styles.count}
        style={count === undefined && room ? { minInlineSize: `${room}ch` } : undefined}
      >
        {count}
      </span>
    </Link>
  );
}

interface ViewLinksProps {
  role: Role;
  filter: OrderListFilter;
  saved: OwnViews;
  /** The own view that is shown. */
  own: OwnView | undefined;
  onChange: (part: Partial<OrderListFilter>) => void;
}

/**
 * The views of the list with their counts, the shop's (ORD-61, ORD-62) and then the own ones (ORD-80, ORD-81): links,
 * without counts while those are not known. Beside the whole list, one line of them is shown, and all on demand.
 */
export function ViewLinks({ role, filter, saved, own, onChange }: ViewLinksProps) {
  const { data: counts } = useQuery(viewCountsQuery());
  const { data: ownCounts } = useQuery({ ...savedViewCountsQuery(), enabled: saved.views.length > 0 });
  const [params] = useSearchParams();
  const plain = readDesk(role, new URLSearchParams());
  const isKnown = `${counts !== undefined} ${ownCounts !== undefined} ${saved.views.length}`;
  const shown: Readonly<Record<string, string>> = {
    ...textsOf(counts, () => VIEW_COUNT_LIMIT),
    ...textsOf(ownCounts, (id) => limitOf(saved.views.find((view) => view.id === id))),
  };
  const room = useCountRoom(shown, counts !== undefined);
  // The counts make the links wider.
  const list = useCurrentInView<HTMLDivElement>(`${own?.id ?? filter.view ?? 'all'} ${isKnown}`);
  const [isOpen, setIsOpen] = useState(false);
  // On a phone the whole list scrolls with the others: they need the room.
  const shops = [null, ...orderViewsOf(role)];
  const isNarrow = useMediaQuery(NARROW);
  const [beside, inRow] = isNarrow ? [[], shops] : [[null], shops.slice(1)];
  // Lit as far as the list is the whole one: a search or a filter has other orders, and another count.
  const isAll = filter.view === null && !isNarrowed(filter);
  const linkOf = (view: OrderView | null) => {
    // A status would be one of another view: the search and the technician stay, unless they are an own view's, or the
    // whole list is what is asked for instead of a part of it.
    const isReset = own || (view === null && filter.view === null);
    const part = { ...(isReset ? plain : {}), view, status: null, waitReason: null, place: null, page: 1 };
    const to = writeDesk(role, params, part);
    return (
      <ViewLink
        key={view ?? 'all'}
        to={(saved.start === null ? to : notPlain(to)).toString()}
        isCurrent={!own && (view === null ? isAll : view === filter.view)}
        isStart={view !== null && deskAddress(role, { ...plain, view }) === saved.start}
        count={shown[view ?? 'all']}
        room={room[view ?? 'all']}
        onOpen={() => onChange(part)}
      >
        {texts.views[view ?? 'all']}
      </ViewLink>
    );
  };
  return (
    <nav aria-label={texts.viewsLabel} className={styles.views}>
      {beside.map(linkOf)}
      <div ref={list} className={styles.list} data-open={isOpen || undefined}>
        {inRow.map(linkOf)}
        {saved.views.map((view) => (
          <ViewLink
            key={view.id}
            to={view.address}
            isCurrent={view.id === own?.id}
            isStart={view.address === saved.start}
            count={shown[view.id]}
            room={room[view.id]}
            onOpen={() => onChange({ ...toFilter(role, view, plain.field), page: 1 })}
          >
            {view.name}
          </ViewLink>
        ))}
      </div>
      <Button
        size="sm"
        variant="ghost"
        className={styles.more}
        icon={<ChevronDown aria-hidden="true" />}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? texts.fewerViews : texts.moreViews}
      </Button>
    </nav>
  );
}
