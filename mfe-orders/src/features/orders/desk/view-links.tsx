import type { MouseEvent } from 'react';
import { orderViewsOf, type OrderView } from '@taller/shared/orders/order-views.ts';
import { VIEW_COUNT_LIMIT, viewCountsQuery } from '@taller/shared/orders/view-counts-query.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { useQuery } from '@taller/shared/query';
import { Link, useSearchParams } from '@taller/shared/runtime';
import { formatThousands } from '@taller/shared/values/money.ts';
import { useCurrentInView } from '@taller/shared/ui/use-current-in-view.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { writeDesk } from './use-desk-filter.ts';
import styles from './view-links.module.css';

const texts = orderTexts.desk;

const countText = (count: number): string =>
  count > VIEW_COUNT_LIMIT ? `${formatThousands(VIEW_COUNT_LIMIT)}+` : formatThousands(count);

/** A click that opens the link here, not in a new tab or window. */
const opensHere = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

interface ViewLinksProps {
  role: Role;
  current: OrderView | null;
  onChoose: (view: OrderView | null) => void;
}

/** The views of the list with their counts (ORD-61, ORD-62): links, without counts while those are not known. */
export function ViewLinks({ role, current, onChoose }: ViewLinksProps) {
  const { data: counts } = useQuery(viewCountsQuery());
  const [params] = useSearchParams();
  // The counts make the links wider.
  const list = useCurrentInView(`${current ?? 'all'} ${counts !== undefined}`);
  return (
    <nav ref={list} aria-label={texts.viewsLabel} className={styles.list}>
      {[null, ...orderViewsOf(role)].map((view) => {
        const name = view ?? 'all';
        const count = counts?.[name];
        return (
          <Link
            key={name}
            to={{ search: writeDesk(role, params, { view, status: null, page: 1 }).toString() }}
            className={styles.view}
            aria-current={view === current ? 'page' : undefined}
            onClick={(event) => {
              if (!opensHere(event)) return;
              // With the search that is being typed, which is not in the address yet.
              event.preventDefault();
              if (view !== current) onChoose(view);
            }}
          >
            {texts.views[name]}{' '}
            <span className={styles.count}>{count !== undefined && countText(count)}</span>
          </Link>
        );
      })}
    </nav>
  );
}
