import { useState } from 'react';
import {
  useRenewCalendarMutation,
  useRevokeCalendarMutation,
} from '@taller/shared/appointments/calendar-feed-mutations.ts';
import { calendarFeedQuery } from '@taller/shared/appointments/calendar-feed-query.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { useQuery } from '@taller/shared/query';
import { siteConfig, toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { commonTexts } from '#src/components/texts.ts';
import styles from './appointments.module.css';
import { calendarTexts as texts } from './texts.ts';

/** The address by which calendar programs subscribe. */
async function addressOf(token: string): Promise<string> {
  const { supabaseUrl } = await siteConfig();
  const { host, pathname } = new URL(supabaseUrl, location.href);
  return `webcal://${host}${pathname.replace(/\/$/, '')}/functions/v1/calendar-feed/${token}.ics`;
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    toast.success(texts.copied);
  } catch {
    toast.error(texts.copyFailed);
  }
}

/** The address of the user's own calendar of appointments: made, renewed and revoked (BOOK-12). */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const feed = useQuery(calendarFeedQuery());
  const renew = useRenewCalendarMutation();
  const revoke = useRevokeCalendarMutation();
  const [address, setAddress] = useState<string | null>(null);
  const failure = renew.error ?? revoke.error;
  const make = () =>
    renew.mutate(undefined, { onSuccess: (token) => void addressOf(token).then(setAddress) });
  const end = () =>
    revoke.mutate(undefined, {
      onSuccess: () => {
        setAddress(null);
        toast.success(texts.revoked);
      },
    });
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={texts.title} size="sm">
      <DialogBody>
        <div className={styles.fields}>
          <p>{texts.intro}</p>
          {failure && <Banner tone="danger">{failureText(failure, texts.failed)}</Banner>}
          {address !== null && (
            <>
              <TextField label={texts.address} value={address} readOnly hint={texts.once} />
              <div className={styles.end}>
                <Button size="sm" onClick={() => void copy(address)}>
                  {texts.copy}
                </Button>
                <a href={address}>{texts.open}</a>
              </div>
            </>
          )}
          <Loaded
            query={feed}
            message={texts.loadFailed}
            skeleton={<Skeleton label={commonTexts.loading} count={1} />}
          >
            {(known) => (
              <p className={styles.muted}>
                {known === null
                  ? texts.none
                  : texts.since(formatDateTime(known.made_at), formatDateTime(known.last_read_at))}
              </p>
            )}
          </Loaded>
        </div>
      </DialogBody>
      <DialogFooter>
        {feed.data && (
          <Button variant="danger" loading={revoke.isPending} onClick={end}>
            {texts.revoke}
          </Button>
        )}
        <Button variant={feed.data ? 'secondary' : 'primary'} loading={renew.isPending} onClick={make}>
          {feed.data ? texts.renew : texts.make}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
