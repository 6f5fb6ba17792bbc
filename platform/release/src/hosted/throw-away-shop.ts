import { randomInt, randomUUID } from 'node:crypto';
import {
  ConformanceError,
  keyHeaders,
  send,
  type Caller,
  type Reply,
  type Request,
  type Target,
} from './target.ts';

/** Credentials of an account. */
interface Login {
  id: string;
  email: string;
  password: string;
  /** The metadata of its registration. */
  data: { full_name: string; rut: string; phone: string };
}
interface Account extends Login {
  accessToken: string;
  refreshToken: string;
}

/** Accounts and rows of one run; disposing of it deletes them. */
export interface ThrowAwayShop extends AsyncDisposable {
  target: Target;
  /** Whether this is the embedded server, where a secret key cannot administer accounts. */
  isEmbedded: boolean;
  customer: Account;
  staff: Account;
  /** Has not confirmed its address. */
  unconfirmed: Login;
  /** Id of a supplier that the staff account added. */
  supplierId: string;
  supplierName: string;
  /** Name of the imports that a case adds. */
  batchName: string;
  ask(request: Request & { as: Caller }): Promise<Reply>;
}

interface Session {
  access_token: string;
  refresh_token: string;
}

/**
 * Creates an account without sending a mail; the embedded server's mail simulator confirms it. On a project, a
 * generated link that is never sent makes the account count as one that has just received a mail.
 */
async function createLogin(
  target: Target,
  { name, isEmbedded, isConfirmed }: { name: string; isEmbedded: boolean; isConfirmed: boolean },
): Promise<Login> {
  const account = { email: `conformidad-${name}-${randomUUID()}@taller.test`, password: randomUUID() };
  const rut = `${randomInt(10_000_000, 99_999_999)}-0`;
  const data = { full_name: `Conformidad ${name}`, rut, phone: '+56911112222' };
  const request = isEmbedded
    ? { ask: 'POST /auth/v1/signup', body: { ...account, data } }
    : {
        ask: 'POST /auth/v1/admin/users',
        body: { ...account, email_confirm: isConfirmed, user_metadata: data },
      };
  const key = isEmbedded ? target.publishableKey : target.secretKey;
  const made = await send(target.url, keyHeaders(key), request);
  if (made.status !== 200)
    throw new ConformanceError(`No se pudo crear la cuenta de prueba: ${made.status} ${made.text}`);
  if (isEmbedded && isConfirmed) await confirmByMail(target, account);
  if (!isEmbedded) {
    const body = { ...account, type: isConfirmed ? 'recovery' : 'signup' };
    const link = await send(target.url, keyHeaders(key), { ask: 'POST /auth/v1/admin/generate_link', body });
    if (link.status !== 200)
      throw new ConformanceError(`No se pudo crear el enlace de prueba: ${link.status} ${link.text}`);
  }
  return { ...account, data, id: (JSON.parse(made.text) as { id: string }).id };
}

async function confirmByMail(target: Target, { email, password }: { email: string; password: string }) {
  const { url } = target;
  const mails = await send(url, {}, { ask: 'GET /_dev/mails.json' });
  const mail =
    mails.status === 200 &&
    (JSON.parse(mails.text) as { to: string; link: string }[]).find(({ to }) => to === email);
  if (!mail)
    throw new ConformanceError(
      'Las cuentas de prueba se confirman con el simulador de correos, y este servidor no lo muestra: usa npm start sin SMTP_URL.',
    );
  // Confirming removes the password, so the confirming session sets one.
  const { searchParams } = new URL(mail.link);
  const body = { token_hash: searchParams.get('token_hash'), type: searchParams.get('type') };
  const confirmed = await send(url, keyHeaders(target.publishableKey), { ask: 'POST /auth/v1/verify', body });
  const { access_token: token } = JSON.parse(confirmed.text) as Session;
  const own = { ...keyHeaders(target.publishableKey), authorization: `Bearer ${token}` };
  await send(url, own, { ask: 'PUT /auth/v1/user', body: { password } });
}

async function signIn({ url, publishableKey }: Target, login: Login): Promise<Account> {
  const { email, password } = login;
  const ask = 'POST /auth/v1/token?grant_type=password';
  const { status, text } = await send(url, keyHeaders(publishableKey), { ask, body: { email, password } });
  if (status !== 200) throw new ConformanceError(`La cuenta de prueba no pudo entrar: ${status} ${text}`);
  const session = JSON.parse(text) as Session;
  return { ...login, accessToken: session.access_token, refreshToken: session.refresh_token };
}

/** Creates accounts of a customer, a receptionist and an unconfirmed user. @throws ConformanceError if that fails. */
export async function openThrowAwayShop(target: Target): Promise<ThrowAwayShop> {
  await using stack = new AsyncDisposableStack();
  const secret = keyHeaders(target.secretKey);
  const bySecret = (ask: string, body?: unknown) => send(target.url, secret, { ask, body });
  const reading = await bySecret('GET /rest/v1/profiles?select=id&limit=1');
  if (reading.status !== 200)
    throw new ConformanceError(
      `${target.url} no aceptó la clave secreta, o no tiene las migraciones: ${reading.status} ${reading.text}`,
    );
  const isEmbedded = (await send(target.url, {}, { ask: 'GET /livez' })).status === 200;
  const remove = async (rows: string) => {
    const { status, text } = await bySecret(`DELETE /rest/v1/${rows}`);
    if (status >= 300) throw new ConformanceError(`Quedó sin borrar ${rows}: ${status} ${text}`);
  };
  const create = async (name: string, isConfirmed = true) => {
    const made = await createLogin(target, { name, isEmbedded, isConfirmed });
    // Deleting a profile deletes its login.
    stack.defer(() => remove(`profiles?id=eq.${made.id}`));
    return made;
  };
  const unconfirmed = await create('nadie', false);
  const customer = await signIn(target, await create('clienta'));
  const staff = await signIn(target, await create('meson'));
  const setRole = async (role: string) =>
    void (await bySecret(`PATCH /rest/v1/profiles?id=eq.${staff.id}`, { role }));
  await setRole('receptionist');
  // The deletion of a staff account stays in the shop's record of account changes.
  stack.defer(() => setRole('customer'));
  const supplierId = randomUUID();
  const supplierName = `Conformidad ${supplierId}`;
  stack.defer(() => remove(`suppliers?id=eq.${supplierId}`));
  const batchName = `Conformidad ${randomUUID()}`;
  stack.defer(() => remove(`import_batches?file_name=eq.${encodeURIComponent(batchName)}`));

  const bearer = ({ accessToken }: Account) => ({
    apikey: target.publishableKey,
    authorization: `Bearer ${accessToken}`,
  });
  const headers: Record<Caller, Record<string, string>> = {
    anon: keyHeaders(target.publishableKey),
    secret,
    customer: bearer(customer),
    staff: bearer(staff),
  };
  const owned = stack.move();
  const close = () => owned.disposeAsync();
  return {
    target,
    isEmbedded,
    customer,
    staff,
    unconfirmed,
    supplierId,
    supplierName,
    batchName,
    ask: (request) => send(target.url, headers[request.as], request),
    [Symbol.asyncDispose]: close,
  };
}
