import { useEffect, useState } from 'react';
import BookmarkPlus from 'lucide-react/icons/bookmark-plus';
import type { OrderListFilter } from '@taller/shared/orders/order-filter.ts';
import { MOST_SAVED_VIEWS } from '@taller/shared/orders/saved-views/saved-view.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { toast, useSearchParams } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { lazyDialog } from '@taller/shared/ui/lazy-dialog.tsx';
import { savedViewTexts as texts } from './texts.ts';
import { deskAddress, isBeyondRole, isNarrowed } from './use-desk-filter.ts';
import type { OwnViews } from './use-saved-views.ts';
import styles from './view-bar.module.css';
import { ViewLinks } from './view-links.tsx';
import { ViewMenu } from './view-menu.tsx';
import type { ViewNameDialogProps } from './view-name-dialog.tsx';

const ViewNameDialog = lazyDialog<ViewNameDialogProps>(
  () => import('./view-name-dialog.tsx').then((module) => module.ViewNameDialog),
  { title: ({ view }) => (view ? texts.renameTitle : texts.saveTitle), size: 'sm' },
);

/** Longest search that is kept in a view. */
const LONGEST_SEARCH = 200;

interface ViewBarProps {
  role: Role;
  filter: OrderListFilter;
  saved: OwnViews;
  onChange: (part: Partial<OrderListFilter>) => void;
}

/** The views of the list, and the actions on the current view (ORD-61, ORD-80 to ORD-82). */
export function ViewBar({ role, filter, saved, onChange }: ViewBarProps) {
  const [params] = useSearchParams();
  const [naming, setNaming] = useState<'save' | 'rename' | null>(null);
  const address = deskAddress(role, filter);
  const own = saved.views.find((view) => view.address === address);
  const isShops = !isNarrowed(filter) && filter.sort === null;
  const isBeyond = isBeyondRole(role, params);
  useEffect(() => {
    if (isBeyond) toast.info(texts.beyondRole);
  }, [isBeyond]);
  const save = () => {
    if (saved.views.length >= MOST_SAVED_VIEWS) toast.info(texts.full(MOST_SAVED_VIEWS));
    else setNaming('save');
  };
  return (
    <>
      <div className={styles.bar}>
        <ViewLinks role={role} filter={filter} saved={saved} own={own} onChange={onChange} />
        <div className={styles.actions}>
          {!own && !isShops && filter.search.length <= LONGEST_SEARCH && (
            <Button
              size="sm"
              variant="ghost"
              className={styles.save}
              icon={<BookmarkPlus aria-hidden="true" />}
              onClick={save}
            >
              {texts.save}
            </Button>
          )}
          <ViewMenu
            address={address}
            own={own}
            shopView={isShops ? (filter.view ?? 'all') : null}
            start={saved.start}
            onRename={() => setNaming('rename')}
          />
        </div>
      </div>
      {naming && (
        <ViewNameDialog
          filter={filter}
          view={naming === 'rename' ? own : undefined}
          onClose={() => setNaming(null)}
        />
      )}
    </>
  );
}
