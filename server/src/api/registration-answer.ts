/**
 * The answer to a registration: the same for an address that has an account and for one that has none, but for an id
 * that nobody can look up.
 * @param data what the person told.
 */
export function registrationAnswer(id: string, email: string, data: object): Record<string, unknown> {
  const now = new Date().toISOString();
  const identity = { ...data, email, email_verified: false, phone_verified: false, sub: id };
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: identity,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
