import { NO_SUCH_ID, type Case } from './case.ts';
import type { ThrowAwayShop } from './throw-away-shop.ts';

/** Routes of GoTrue that would confirm unproven addresses, send mail or administer accounts by key. */
const CLOSED = {
  answer: '404 not_found',
  why: 'the site does not use this route, and a route less is safer',
};

/** Registration, log-in and links. No case sends a mail, or guesses. */
export const signingIn = ({ customer, unconfirmed }: ThrowAwayShop): Case[] => [
  { as: 'anon', ask: 'GET /auth/v1/settings', answer: '200' },
  { as: 'anon', ask: 'POST /auth/v1/signup', body: '', answer: '400 bad_json' },
  { as: 'anon', ask: 'POST /auth/v1/token?grant_type=password', body: '', answer: '400 bad_json' },
  {
    as: 'anon',
    ask: 'POST /auth/v1/token?grant_type=password',
    body: { email: customer.email, password: 'otra' },
    answer: '400 invalid_credentials',
  },
  {
    as: 'anon',
    ask: 'POST /auth/v1/token?grant_type=password',
    body: { email: unconfirmed.email, password: unconfirmed.password },
    answer: '400 email_not_confirmed',
  },
  { as: 'anon', ask: 'POST /auth/v1/token', body: {}, answer: '400 invalid_credentials' },
  { as: 'anon', ask: 'POST /auth/v1/token?grant_type=refresh_token', body: '', answer: '400 bad_json' },
  { as: 'anon', ask: 'POST /auth/v1/token?grant_type=pkce', body: '', answer: '400 bad_json' },
  {
    as: 'anon',
    ask: 'POST /auth/v1/token?grant_type=pkce',
    body: { auth_code: NO_SUCH_ID, code_verifier: 'x'.repeat(43) },
    answer: '404 flow_state_not_found',
  },
  { as: 'anon', ask: 'POST /auth/v1/recover', body: '', answer: '400 bad_json' },
  { as: 'anon', ask: 'POST /auth/v1/recover', body: {}, answer: '400 validation_failed' },
  { as: 'anon', ask: 'POST /auth/v1/recover', body: { email: 'no es' }, answer: '400 validation_failed' },
  { as: 'anon', ask: 'POST /auth/v1/resend', body: '', answer: '400 bad_json' },
  { as: 'anon', ask: 'POST /auth/v1/resend', body: {}, answer: '400 validation_failed' },
  { as: 'anon', ask: 'POST /auth/v1/verify', body: '', answer: '400 bad_json' },
  {
    as: 'anon',
    ask: 'GET /auth/v1/verify',
    answer: '400 validation_failed',
    embedded: {
      answer: '405 method_not_allowed',
      why: 'links lead to a page, where a press redeems them: reading a link uses nothing up',
    },
  },
  {
    as: 'anon',
    ask: 'POST /auth/v1/verify',
    body: { type: 'signup', token_hash: 'a'.repeat(56) },
    answer: '403 otp_expired',
  },
];

/** The account of a session. */
export const ownAccount = ({ customer, staff }: ThrowAwayShop): Case[] => [
  {
    as: 'anon',
    ask: 'GET /auth/v1/user',
    headers: { authorization: 'Bearer ey.ey.x' },
    answer: '403 bad_jwt',
  },
  { as: 'customer', ask: 'GET /auth/v1/user', answer: '200' },
  { as: 'customer', ask: 'PUT /auth/v1/user', body: '', answer: '400 bad_json' },
  { as: 'customer', ask: 'PUT /auth/v1/user', body: { password: 'corta' }, answer: '422 weak_password' },
  {
    as: 'customer',
    ask: 'PUT /auth/v1/user',
    body: { password: customer.password },
    answer: '422 same_password',
  },
  {
    as: 'customer',
    ask: 'PUT /auth/v1/user',
    body: { app_metadata: { role: 'x' } },
    answer: '403 not_admin',
  },
  {
    as: 'customer',
    ask: 'PUT /auth/v1/user',
    body: { data: { x: 'x'.repeat(12_000) } },
    answer: '200',
    embedded: {
      answer: '422 validation_failed',
      why: 'what people say of themselves stays small; hosted Supabase has no limit',
    },
  },
  { as: 'staff', ask: 'POST /auth/v1/factors', body: {}, answer: '400 validation_failed' },
  { as: 'staff', ask: `DELETE /auth/v1/factors/${NO_SUCH_ID}`, answer: '404 mfa_factor_not_found' },
  {
    as: 'staff',
    ask: `POST /auth/v1/factors/${NO_SUCH_ID}/challenge`,
    body: {},
    answer: '404 mfa_factor_not_found',
  },
  {
    as: 'anon',
    ask: 'POST /auth/v1/token?grant_type=refresh_token',
    body: { refresh_token: staff.refreshToken },
    answer: '200',
  },
];

/** Routes that the site does not use. */
export const unused = (): Case[] => [
  { as: 'customer', ask: 'GET /auth/v1/admin/users', answer: '403 not_admin', embedded: CLOSED },
  {
    as: 'customer',
    ask: 'POST /auth/v1/invite',
    body: { email: 'x@x.test' },
    answer: '403 not_admin',
    embedded: CLOSED,
  },
  {
    as: 'customer',
    ask: 'POST /auth/v1/admin/generate_link',
    body: {},
    answer: '403 not_admin',
    embedded: CLOSED,
  },
  { as: 'anon', ask: 'POST /auth/v1/otp', body: {}, answer: '400 validation_failed', embedded: CLOSED },
  { as: 'anon', ask: 'POST /auth/v1/magiclink', body: {}, answer: '422 validation_failed', embedded: CLOSED },
  { as: 'anon', ask: 'POST /auth/v1/sso', body: {}, answer: '404 saml_provider_disabled', embedded: CLOSED },
  {
    as: 'anon',
    ask: 'GET /auth/v1/authorize?provider=github',
    answer: '400 validation_failed',
    embedded: CLOSED,
  },
];

/** The end of a session; last, since it ends the customer's. */
export const signingOut = ({ customer }: ThrowAwayShop): Case[] => [
  { as: 'customer', ask: 'POST /auth/v1/logout', answer: '204' },
  { as: 'customer', ask: 'POST /auth/v1/logout', answer: '403 session_not_found' },
  { as: 'customer', ask: 'GET /auth/v1/user', answer: '403 session_not_found' },
  {
    as: 'anon',
    ask: 'POST /auth/v1/token?grant_type=refresh_token',
    body: { refresh_token: customer.refreshToken },
    answer: '400 refresh_token_not_found',
  },
];
