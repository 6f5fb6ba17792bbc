/**
 * The response to a registration: identical whether or not the address has an account, except for an id that cannot be
 * looked up.
 * @param data the submitted metadata.
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
