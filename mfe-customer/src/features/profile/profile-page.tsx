import KeyRound from 'lucide-react/icons/key-round';
import Pencil from 'lucide-react/icons/pencil';
import { paths } from '@taller/shared/contract/paths.ts';
import { wantedRemindersQuery } from '@taller/shared/messages/wanted-reminders-query.ts';
import { ownFactorQuery } from '@taller/shared/people/second-factor/own-factor-query.ts';
import { ownChangesQuery, ownProfileQuery } from '@taller/shared/people/profile/own-profile-queries.ts';
import { ownSessionsQuery } from '@taller/shared/people/sessions/own-sessions-query.ts';
import { may } from '@taller/shared/access/permissions.ts';
import { formatPhone } from '@taller/shared/values/phone.ts';
import { formatRut } from '@taller/shared/values/rut.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { useQuery } from '@taller/shared/query';
import { isFirstReading } from '@taller/shared/query/is-first-reading.ts';
import { useSession, type CurrentUser } from '@taller/shared/runtime';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { profileTexts } from '#src/features/profile/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { OwnData } from '#src/features/own-data/own-data.tsx';
import { OwnChanges } from '#src/features/security/own-changes.tsx';
import { SecondFactor } from '#src/features/security/second-factor.tsx';
import { SessionList } from '#src/features/security/session-list.tsx';
import { OwnReminders } from './own-reminders.tsx';
import { EditProfileDialog } from './edit-profile-dialog.tsx';
import styles from './profile-page.module.css';

/** /perfil (CUST-03): the user's own data, read-only, with an edit button. */
export function ProfilePage() {
  const { user } = useSession();
  return (
    <div className={styles.page}>
      <PageHeader title={profileTexts.title} description={profileTexts.intro} />
      {user ? <Sections user={user} /> : <Banner tone="danger">{profileTexts.noUser}</Banner>}
    </div>
  );
}

/** All sections, at once. */
function Sections({ user }: { user: CurrentUser }) {
  const { id, role } = user;
  const hasFactor = may(role, 'second-factor.use');
  const queries = [
    useQuery(ownProfileQuery(id)),
    useQuery({ ...ownFactorQuery(id), enabled: hasFactor }),
    useQuery(ownSessionsQuery(id)),
    useQuery(ownChangesQuery(id)),
    useQuery({ ...wantedRemindersQuery(), enabled: may(role, 'own-data.request') }),
  ];
  if (isFirstReading(...queries)) return <Skeleton label={commonTexts.loading} shape="card" />;
  return (
    <div className={styles.sections}>
      <ProfileOf userId={id} />
      {hasFactor && <SecondFactor userId={id} />}
      <SessionList userId={id} />
      <OwnChanges userId={id} />
      {may(role, 'own-data.request') && <OwnReminders />}
      {may(role, 'own-data.request') && <OwnData userId={id} />}
    </div>
  );
}

function ProfileOf({ userId }: { userId: string }) {
  const profile = useQuery(ownProfileQuery(userId));
  const [editing, setEditing] = usePersistedDialog<true>('perfil');
  if (profile.isPending) return <Skeleton label={commonTexts.loading} count={5} />;
  if (!profile.data) {
    return (
      <ErrorState
        error={profile.error}
        message={failureText(profile.error, profileTexts.loadFailed)}
        onRetry={() => void profile.refetch()}
        retrying={profile.isFetching}
      />
    );
  }
  const { full_name: fullName, rut, rut_verified_at: proven, email, phone, address } = profile.data;
  return (
    <Card>
      <DefinitionList
        items={[
          { term: profileTexts.fullName, value: fullName },
          {
            term: profileTexts.rut,
            value: rut && (
              <span className={styles.rut}>
                <span>{formatRut(rut)}</span>
                {proven && <Badge tone="success">{profileTexts.rutConfirmed}</Badge>}
              </span>
            ),
          },
          { term: profileTexts.email, value: email },
          { term: profileTexts.phone, value: phone && formatPhone(phone) },
          { term: profileTexts.address, value: address },
        ]}
      />
      <div className={styles.actions}>
        <Button variant="primary" icon={<Pencil aria-hidden="true" />} onClick={() => setEditing(true)}>
          {profileTexts.edit}
        </Button>
        <LinkButton to={paths.updatePassword.getHref()} icon={<KeyRound aria-hidden="true" />}>
          {profileTexts.changePassword}
        </LinkButton>
      </div>
      {editing && <EditProfileDialog profile={profile.data} onClose={() => setEditing(null)} />}
    </Card>
  );
}
