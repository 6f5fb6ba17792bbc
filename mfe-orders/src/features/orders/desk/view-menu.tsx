import { useState } from 'react';
import Ellipsis from 'lucide-react/icons/ellipsis';
import House from 'lucide-react/icons/house';
import Link from 'lucide-react/icons/link';
import Printer from 'lucide-react/icons/printer';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash';
import { paths } from '@taller/shared/contract/paths.ts';
import type { OrderView } from '@taller/shared/orders/order-filter.ts';
import {
  useDeleteViewMutation,
  useStartViewMutation,
} from '@taller/shared/orders/saved-views/saved-view-mutations.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { toast } from '@taller/shared/runtime';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { Menu, type MenuItem } from '@taller/shared/ui/menu.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { savedViewTexts as texts } from './texts.ts';
import { notPlain } from './use-desk-filter.ts';
import type { OwnView } from './use-saved-views.ts';

/** Copies the URL of a list, which everybody opens with their own rights. */
async function copyLink(address: string): Promise<void> {
  const query = notPlain(new URLSearchParams(address));
  try {
    await navigator.clipboard.writeText(`${location.origin}${location.pathname}?${query.toString()}`);
    toast.success(texts.copied);
  } catch (error) {
    console.warn('The link could not be copied', error);
    toast.error(texts.copyFailed);
  }
}

interface ViewMenuProps {
  /** The query of the list that is shown. */
  address: string;
  own: OwnView | undefined;
  /** The view of the shop that is shown; null if more is filtered. */
  shopView: OrderView | 'all' | null;
  start: string | null;
  onRename: () => void;
}

/** Actions on the current view: open the desk with it, share it, and change it if it belongs to the user. */
export function ViewMenu({ address, own, shopView, start, onRename }: ViewMenuProps) {
  const [removed, setRemoved] = useState<OwnView | null>(null);
  const remove = useDeleteViewMutation();
  const setStart = useStartViewMutation();
  const name = own?.name ?? (shopView && orderTexts.desk.views[shopView]);
  const isStart = (start ?? '') === address;

  const chooseStart = (choice: Parameters<typeof setStart.mutate>[0], shown: string) =>
    void setStart.mutateAsync(choice).then(
      () => toast.success(texts.startSet(shown)),
      (error: unknown) =>
        toast.error(failureText(error, { 'not-found': texts.gone, otherwise: texts.startFailed })),
    );
  const startItems = (): MenuItem[] => {
    if (!name) return [];
    const icon = <House aria-hidden="true" />;
    const all = orderTexts.desk.views.all;
    if (isStart && start === null) return [{ label: texts.isStart, icon, disabled: true }];
    if (isStart) return [{ label: texts.notAtStart, icon, onSelect: () => chooseStart(null, all) }];
    const choice = own ? { id: own.id } : shopView && shopView !== 'all' ? { view: shopView } : null;
    return [{ label: texts.useAtStart, icon, onSelect: () => chooseStart(choice, name) }];
  };

  const items: MenuItem[] = [
    ...startItems(),
    { label: texts.copy, icon: <Link aria-hidden="true" />, onSelect: () => void copyLink(address) },
  ];
  items.push({
    label: texts.dayList,
    icon: <Printer aria-hidden="true" />,
    onSelect: () => void window.open(paths.dayList.getHref(), '_blank', 'noopener'),
    separated: true,
  });
  if (own) {
    items.push(
      { label: texts.rename, icon: <Pencil aria-hidden="true" />, onSelect: onRename, separated: true },
      {
        label: texts.remove,
        icon: <Trash aria-hidden="true" />,
        onSelect: () => setRemoved(own),
        danger: true,
      },
    );
  }
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={name ? texts.options(name) : texts.ownOptions}
            icon={<Ellipsis aria-hidden="true" />}
          />
        }
        items={items}
      />
      <ConfirmDialog
        open={removed !== null}
        onOpenChange={() => setRemoved(null)}
        title={texts.removeTitle(removed?.name ?? '')}
        description={texts.removeText}
        confirmLabel={texts.removeConfirm}
        danger
        loading={remove.isPending}
        error={remove.error ? failureText(remove.error, texts.removeFailed) : undefined}
        onConfirm={() =>
          removed &&
          remove.mutate(removed.id, {
            onSuccess: () => {
              setRemoved(null);
              toast.success(texts.removed);
            },
          })
        }
      />
    </>
  );
}
