import { useEffect, useEffectEvent, useState } from 'react';
import { may } from '@taller/shared/access/permissions.ts';
import { openDrawersQuery } from '@taller/shared/orders/drawers/drawer-queries.ts';
import { useQuery } from '@taller/shared/query';
import { useSession } from '@taller/shared/runtime';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { lazyDialog } from '@taller/shared/ui/lazy-dialog.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import type { OpenDrawerDialogProps } from './open-drawer-dialog.tsx';
import { cashTexts as texts } from './texts.ts';

const OpenDrawerDialog = lazyDialog<OpenDrawerDialogProps>(
  () => import('./open-drawer-dialog.tsx').then((module) => module.OpenDrawerDialog),
  { title: () => texts.open },
);

interface CashDrawerProps {
  /** The method of the payment. */
  method: unknown;
  till: string;
  onTillChange: (till: string) => void;
}

/**
 * Into which cash drawer a payment goes (PAY-21): nothing for other methods and for an own drawer, a choice among
 * several, and where none is open a way to open one, which loses nothing of the payment.
 */
export function CashDrawer({ method, till, onTillChange }: CashDrawerProps) {
  const enabled = method === 'cash';
  const { data: open } = useQuery({ ...openDrawersQuery(), enabled });
  const { data: settings } = useQuery({ ...deskSettingsQuery(), enabled });
  const [opening, setOpening] = useState(false);
  const mayOpen = may(useSession().user?.role, 'drawer.keep');
  const hasOwn = open?.some((drawer) => drawer.is_own) ?? false;
  // Chosen while it was one of several: closed meanwhile, or no longer asked for.
  const isGone =
    open && till !== '' && (hasOwn || open.length < 2 || open.every((drawer) => drawer.till !== till));
  const forgetTill = useEffectEvent(() => onTillChange(''));
  useEffect(() => {
    if (isGone) forgetTill();
  }, [isGone]);
  if (!enabled || !open || hasOwn) return null;
  const [only] = open;
  if (open.length > 1)
    return (
      <Select
        label={texts.whichDrawer}
        placeholder={texts.chooseTill}
        options={open.map((drawer) => ({
          value: drawer.till,
          label: texts.ofPerson(drawer.till, drawer.opened_by),
        }))}
        value={till}
        onChange={({ target }) => onTillChange(target.value)}
      />
    );
  if (only) return <p>{texts.goesTo(only.till, only.opened_by)}</p>;
  if (!settings || settings.tills.length === 0) return null;
  return (
    <>
      <Banner
        tone="warning"
        action={
          mayOpen && (
            <Button size="sm" onClick={() => setOpening(true)}>
              {texts.open}
            </Button>
          )
        }
      >
        {mayOpen ? texts.none : texts.askDesk}
      </Banner>
      {opening && <OpenDrawerDialog onClose={() => setOpening(false)} />}
    </>
  );
}
