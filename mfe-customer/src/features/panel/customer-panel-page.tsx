import { ownProfileQuery } from '@taller/shared/people/profile/own-profile-queries.ts';
import { useQuery } from '@taller/shared/query';
import { useSession, type CurrentUser } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { panelTexts } from '#src/features/panel/texts.ts';
import { ClaimInvitation } from './claim-invitation.tsx';
import styles from './customer-panel.module.css';
import { OwnAppointments } from './own-appointments.tsx';
import { OwnOrders } from './own-orders.tsx';

/** 'Mi Panel' (CUST-01): own orders and appointments. The heading is part of the frame. */
export function CustomerPanelPage() {
  const session = useSession();
  if (session.status === 'loading') return <Skeleton label={commonTexts.loading} shape="card" />;
  if (!session.user) return <Banner tone="danger">{commonTexts.unauthorised}</Banner>;
  return <Panel user={session.user} />;
}

function Panel({ user }: { user: CurrentUser }) {
  const profile = useQuery(ownProfileQuery(user.id));
  const firstName = (profile.data?.full_name ?? user.fullName).trim().split(/\s+/)[0];
  // Every account without a verified RUT sees the same text, whether or not its RUT has orders.
  const invited = profile.data !== undefined && profile.data.rut_verified_at === null;
  return (
    <div className={styles.panel}>
      <p className={styles.greeting}>
        {firstName ? `${panelTexts.greeting(firstName)} ${panelTexts.intro}` : panelTexts.intro}
      </p>
      {invited && <ClaimInvitation />}
      <div className={styles.columns}>
        <OwnOrders rut={profile.data?.rut ?? user.rut} />
        <OwnAppointments userId={user.id} />
      </div>
    </div>
  );
}
