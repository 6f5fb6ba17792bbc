import { ProfileScreen } from '#src/features/profile/profile-screen.tsx';

/** /perfil, of every role. */
export function ProfilePage() {
  return <ProfileScreen />;
}
