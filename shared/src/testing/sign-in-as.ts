import { onTestFinished } from 'vitest';
import type { Role } from '#src/access/roles.ts';
import type { CurrentUser } from '#src/runtime/current-user.ts';
import { adoptUser, finishSession } from '#src/runtime/session-store.ts';

/** A user of the role. */
export const someUser = (role: Role, fields: Partial<CurrentUser> = {}): CurrentUser => ({
  id: `user-${role}`,
  email: `${role}@taller.test`,
  fullName: 'Ana Pizarro',
  rut: '12345678-5',
  phone: '+56912345678',
  role,
  createdAt: '2026-01-02T12:00:00Z',
  ...fields,
});

/** Signs a user of the role in until the test ends, whoever is signed in then. */
export function signInAs(role: Role, fields?: Partial<CurrentUser>): CurrentUser {
  const user = someUser(role, fields);
  adoptUser(user);
  onTestFinished(() => finishSession('requested'));
  return user;
}
