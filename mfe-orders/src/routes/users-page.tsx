import { UsersScreen } from '#src/features/users/users-screen.tsx';

export function UsersPage() {
  return <UsersScreen />;
}
