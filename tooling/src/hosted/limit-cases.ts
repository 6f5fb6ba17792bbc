import { randomUUID } from 'node:crypto';
import type { Case } from './case.ts';
import type { ThrowAwayShop } from './throw-away-shop.ts';

/**
 * The second mail to an address within a minute (`auth.email.max_frequency`); first, while that minute lasts. None of
 * these sends one on a project: openThrowAwayShop has made the links that count as the first.
 */
export const mailLimits = ({ customer, unconfirmed }: ThrowAwayShop): Case[] => [
  {
    as: 'anon',
    ask: 'POST /auth/v1/resend',
    body: { type: 'signup', email: unconfirmed.email },
    // On a machine so slow that the minute is over the first one is a mail.
    times: 2,
    answer: '429 over_email_send_rate_limit',
  },
  {
    as: 'anon',
    ask: 'POST /auth/v1/signup',
    body: { email: unconfirmed.email, password: unconfirmed.password, data: unconfirmed.data },
    answer: '429 over_email_send_rate_limit',
    embedded: { answer: '200', why: 'answered like the first, so that it tells nothing of accounts' },
  },
  {
    as: 'anon',
    ask: 'POST /auth/v1/recover',
    body: { email: customer.email },
    answer: '429 over_email_send_rate_limit',
    embedded: {
      answer: '200',
      why: 'answered like an unknown address; an address gets six mails in a quarter of an hour',
    },
  },
];

/** Rows of a table that nobody is shown, one more than `max_rows`. */
const ROWS = 1001;

/** `api.max_rows`, and how pages of rows are asked for. */
export const pageLimits = ({ batchName }: ThrowAwayShop): Case[] => {
  const rows = `GET /rest/v1/import_batches?file_name=eq.${encodeURIComponent(batchName)}&select=id`;
  const counted = { prefer: 'count=exact' };
  return [
    {
      as: 'secret',
      ask: 'POST /rest/v1/import_batches',
      body: Array.from({ length: ROWS }, (_, n) => ({
        file_name: batchName,
        file_hash: `${batchName} ${n}`,
        row_count: 0,
      })),
      answer: '201',
    },
    { as: 'secret', ask: rows, answer: '200', range: '0-999/*' },
    { as: 'secret', ask: `${rows}&limit=5000`, answer: '200', range: '0-999/*' },
    { as: 'secret', ask: `${rows}&limit=5000`, headers: counted, answer: '206', range: `0-999/${ROWS}` },
    { as: 'secret', ask: `${rows}&offset=1000`, answer: '200', range: '1000-1000/*' },
    { as: 'secret', ask: rows, headers: { range: '10-19' }, answer: '200', range: '10-19/*' },
    { as: 'secret', ask: `${rows}&limit=0`, answer: '200', range: '*/*' },
    { as: 'secret', ask: `${rows}&limit=-1`, answer: '416 PGRST103' },
  ];
};

const SMALL = { answer: '413 413', why: 'strangers and customers send at most 64 kB' };

/** Bodies that are too large or too deep, and conditions that cost much. */
export const bodyLimits = ({ customer }: ThrowAwayShop): Case[] => [
  {
    as: 'anon',
    ask: 'POST /auth/v1/recover',
    body: { email: 'x'.repeat(1_100_000) },
    answer: '413 request_entity_too_large',
    embedded: { answer: '413 413', why: 'refused before it is known what would read it' },
  },
  {
    as: 'anon',
    ask: 'POST /rest/v1/rpc/shop_facts',
    body: { otro: 'x'.repeat(70_000) },
    answer: '404 PGRST202',
    embedded: SMALL,
  },
  {
    as: 'customer',
    ask: `PATCH /rest/v1/profiles?id=eq.${customer.id}`,
    body: { full_name: 'x'.repeat(70_000) },
    answer: '400 23514',
    embedded: SMALL,
  },
  { as: 'staff', ask: 'POST /rest/v1/suppliers', body: { name: 'x'.repeat(70_000) }, answer: '400 23514' },
  {
    as: 'staff',
    ask: 'POST /rest/v1/suppliers',
    body: { name: 'x'.repeat(1_100_000) },
    answer: '400 23514',
    embedded: { answer: '413 413', why: 'staff send at most 1 MB, but for the batches of an import' },
  },
  {
    as: 'anon',
    ask: 'POST /functions/v1/update-quote-status',
    body: { orderId: 'x'.repeat(400_000) },
    answer: '400 invalid',
    embedded: { answer: '413 413', why: 'functions read at most 360 kB' },
  },
  {
    as: 'staff',
    ask: 'POST /rest/v1/rpc/change_orders',
    body: `{"p_request_id":"${randomUUID()}","p_change":{},"p_orders":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    answer: '500 54001',
    embedded: { answer: '413 54001', why: 'the cause is always the request; screens read the code' },
  },
  {
    as: 'customer',
    ask: `GET /rest/v1/profiles?id=eq.${customer.id}&full_name=match.x`,
    answer: '200',
    embedded: {
      answer: '400 PGRST100',
      why: 'regular expressions take time; a project stops customers after 3 s',
    },
  },
];

/**
 * Wrong passwords, until the network's address is refused: a project lets 30 through at once, then one every two
 * seconds. Last of all, since nobody there may sign in for that long.
 */
export const guessing = ({ customer }: ThrowAwayShop): Case[] => [
  {
    as: 'anon',
    ask: 'POST /auth/v1/token?grant_type=password',
    body: { email: customer.email, password: 'otra' },
    times: 60,
    answer: '429 over_request_rate_limit',
  },
];
