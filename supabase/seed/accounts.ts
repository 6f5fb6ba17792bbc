/** Accounts as GoTrue stores them: a user with a bcrypt hash and an e-mail identity. */
import type { Account, People } from './people.ts';
import type { Random } from './random.ts';
import type { Row } from './rows.ts';

/** The password of every demo account. */
export const DEMO_PASSWORD = 'taller-demo';

/** PIN of the demo shop's earnings report (REP-02). A real shop's admin sets another one. */
export const DEMO_REPORT_PIN = '1234';

const DAY = 86_400_000;

export interface AccountRows {
  users: Record<string, unknown>[];
  identities: Record<string, unknown>[];
  profiles: Row<'profiles'>[];
}

/**
 * A confirmed account with its identity.
 * @param hash bcrypt hash of the password.
 */
export function loginRows(
  login: { id: string; identityId: string; email: string; metadata: Record<string, string | null> },
  hash: string,
  at: string,
): { user: Record<string, unknown>; identity: Record<string, unknown> } {
  const provider = 'email';
  return {
    user: {
      id: login.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: login.email,
      encrypted_password: hash,
      email_confirmed_at: at,
      raw_app_meta_data: { provider, providers: [provider] },
      raw_user_meta_data: {
        ...login.metadata,
        sub: login.id,
        email: login.email,
        email_verified: true,
        phone_verified: false,
      },
      is_sso_user: false,
      is_anonymous: false,
      created_at: at,
      updated_at: at,
    },
    identity: {
      id: login.identityId,
      provider,
      provider_id: login.id,
      user_id: login.id,
      identity_data: { sub: login.id, email: login.email, email_verified: true, phone_verified: false },
      last_sign_in_at: at,
      created_at: at,
      updated_at: at,
    },
  };
}

/** Rows of all accounts. */
export function makeAccounts(people: People, hash: string, today: Date, random: Random): AccountRows {
  const { admin, technicians, receptionist } = people.staff;
  const rows: AccountRows = { users: [], identities: [], profiles: [] };
  const add = (account: Account): void => {
    const at = new Date(today.getTime() - account.daysAgo * DAY).toISOString();
    const metadata = { full_name: account.fullName, rut: account.rut, phone: account.phone };
    const login = loginRows(
      { id: account.id, identityId: random.uuid(), email: account.email, metadata },
      hash,
      at,
    );
    rows.users.push(login.user);
    rows.identities.push(login.identity);
    rows.profiles.push({
      id: account.id,
      email: account.email,
      full_name: account.fullName,
      rut: account.rut,
      phone: account.phone,
      address: account.address,
      role: account.role,
      rut_verified_at: account.proven ? at : null,
      created_at: at,
    });
  };
  for (const account of [
    admin,
    ...technicians,
    receptionist,
    ...people.demoCustomers,
    ...people.otherAccounts,
  ])
    add(account);
  return rows;
}
