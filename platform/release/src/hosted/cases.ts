import { randomUUID } from 'node:crypto';
import { ownAccount, signingIn, signingOut, unused } from './account-cases.ts';
import { NO_SUCH_ID, type Case } from './case.ts';
import { bodyLimits, guessing, mailLimits, pageLimits } from './limit-cases.ts';
import type { ThrowAwayShop } from './throw-away-shop.ts';

/** Rights and rules of rows. */
const rows = ({ supplierId, supplierName, customer, staff }: ThrowAwayShop): Case[] => [
  { as: 'anon', ask: 'GET /rest/v1/no_hay', answer: '404 PGRST205' },
  { as: 'anon', ask: 'GET /rest/v1/profiles?limit=1', answer: '200' },
  { as: 'anon', ask: 'GET /rest/v1/suppliers', answer: '401 42501' },
  { as: 'customer', ask: 'GET /rest/v1/suppliers', answer: '200' },
  { as: 'customer', ask: `GET /rest/v1/profiles?id=eq.${staff.id}`, answer: '200' },
  {
    as: 'customer',
    ask: 'POST /rest/v1/suppliers',
    body: { id: supplierId, name: supplierName },
    answer: '403 42501',
  },
  {
    as: 'customer',
    ask: `PATCH /rest/v1/profiles?id=eq.${customer.id}`,
    body: { role: 'admin' },
    answer: '403 42501',
  },
  {
    as: 'customer',
    ask: `PATCH /rest/v1/profiles?id=eq.${customer.id}`,
    body: { rut_verified_at: '2026-01-01' },
    answer: '403 42501',
  },
  {
    as: 'customer',
    ask: `PATCH /rest/v1/profiles?id=eq.${customer.id}`,
    body: { full_name: 'x'.repeat(201) },
    answer: '400 23514',
  },
  {
    as: 'staff',
    ask: 'POST /rest/v1/suppliers',
    body: { id: supplierId, name: supplierName },
    answer: '201',
  },
  {
    as: 'staff',
    ask: 'POST /rest/v1/suppliers',
    body: { id: supplierId, name: `${supplierName} bis` },
    answer: '409 PT409',
  },
  {
    as: 'secret',
    ask: 'POST /rest/v1/suppliers',
    body: { id: supplierId, name: supplierName },
    answer: '409 23505',
  },
  { as: 'staff', ask: 'POST /rest/v1/suppliers', body: { id: NO_SUCH_ID, name: ' ' }, answer: '400 23514' },
  {
    as: 'staff',
    ask: 'POST /rest/v1/suppliers',
    body: { id: NO_SUCH_ID, name: 'nulo \0' },
    answer: '400 22P05',
    embedded: { answer: '400 22021', why: 'the body arrives as texts, not as JSON; it is refused alike' },
  },
  {
    as: 'secret',
    ask: 'POST /rest/v1/notifications',
    body: { type: 'message_failed', message: 'Conformidad', order_id: NO_SUCH_ID },
    answer: '409 23503',
  },
  { as: 'staff', ask: 'POST /rest/v1/suppliers', body: { otra: 1 }, answer: '400 PGRST204' },
  { as: 'staff', ask: 'POST /rest/v1/suppliers', body: '{', answer: '400 PGRST102' },
  { as: 'staff', ask: 'POST /rest/v1/suppliers', body: { id: 'x', name: 'x' }, answer: '400 22P02' },
  { as: 'secret', ask: 'POST /rest/v1/suppliers', body: { id: NO_SUCH_ID, name: null }, answer: '400 23502' },
];

/** Requests that read and write tables: paths, filters, formats. */
const requests = ({ supplierId }: ThrowAwayShop): Case[] => [
  { as: 'staff', ask: `GET /rest/v1/suppliers?id=eq.${supplierId}&select=id`, answer: '200' },
  {
    as: 'staff',
    ask: `GET /rest/v1/suppliers?id=eq.${supplierId}&limit=1&offset=9`,
    headers: { prefer: 'count=exact' },
    answer: '416 PGRST103',
  },
  {
    as: 'staff',
    ask: `GET /rest/v1/suppliers?id=eq.${supplierId}&limit=1`,
    headers: { prefer: 'count=exact' },
    answer: '200',
  },
  { as: 'staff', ask: 'GET /rest/v1/suppliers?select=no_hay', answer: '400 42703' },
  { as: 'staff', ask: 'GET /rest/v1/suppliers?select=id,profiles(id)', answer: '400 PGRST200' },
  { as: 'staff', ask: 'GET /rest/v1/suppliers?id=eq.x', answer: '400 22P02' },
  { as: 'staff', ask: 'GET /rest/v1/suppliers?id=no_hay.1', answer: '400 PGRST100' },
  { as: 'staff', ask: 'GET /rest/v1/suppliers?created_at=gt.ayer', answer: '400 22007' },
  { as: 'staff', ask: 'GET /rest/v1/inventory?quantity=eq.99999999999', answer: '400 22003' },
  { as: 'staff', ask: `GET /rest/v1/suppliers?id=cs.{1}`, answer: '404 42883' },
  { as: 'staff', ask: 'GET /rest/v1/suppliers?select=id.count()', answer: '400 PGRST123' },
  {
    as: 'staff',
    ask: `GET /rest/v1/suppliers?id=eq.${NO_SUCH_ID}`,
    headers: { accept: 'application/vnd.pgrst.object+json' },
    answer: '406 PGRST116',
  },
  {
    as: 'staff',
    ask: 'GET /rest/v1/suppliers',
    headers: { accept: 'application/vnd.pgrst.plan+text' },
    answer: '406 PGRST107',
  },
  {
    as: 'staff',
    ask: 'GET /rest/v1/suppliers',
    headers: { 'accept-profile': 'private' },
    answer: '406 PGRST106',
  },
  { as: 'staff', ask: 'PUT /rest/v1/suppliers', body: { id: supplierId, name: 'x' }, answer: '405 PGRST105' },
  {
    as: 'anon',
    ask: 'GET /rest/v1/profiles?limit=1',
    headers: { authorization: 'Bearer ey.ey.x' },
    answer: '401 PGRST301',
  },
];

/** Functions of the database. */
const calls = (): Case[] => [
  { as: 'anon', ask: 'POST /rest/v1/rpc/no_hay', body: {}, answer: '404 PGRST202' },
  { as: 'anon', ask: 'POST /rest/v1/rpc/shop_facts', body: {}, answer: '200' },
  { as: 'anon', ask: 'GET /rest/v1/rpc/shop_facts', answer: '200' },
  { as: 'anon', ask: 'DELETE /rest/v1/rpc/shop_facts', answer: '405 PGRST101' },
  { as: 'anon', ask: 'POST /rest/v1/rpc/shop_facts', body: { otro: 1 }, answer: '404 PGRST202' },
  { as: 'customer', ask: 'POST /rest/v1/rpc/list_part_failures', body: {}, answer: '403 42501' },
  {
    as: 'staff',
    ask: 'POST /rest/v1/rpc/move_appointment',
    body: { p_request_id: randomUUID(), p_id: NO_SUCH_ID, p_version: 1, p_to: '2999-01-01' },
    answer: '500 P0002',
    embedded: {
      answer: '404 P0002',
      why: 'a row that is gone is no failure of the server; screens read the code',
    },
  },
  { as: 'staff', ask: 'POST /rest/v1/rpc/system_status', body: { p_part: 'database' }, answer: '403 42501' },
];

/** Edge functions: who may call them, and how they refuse. A function that is not deployed answers `404 NOT_FOUND`. */
const functions = (): Case[] => [
  { as: 'anon', ask: 'POST /functions/v1/no-hay', body: {}, answer: '404 NOT_FOUND' },
  { as: 'anon', ask: 'OPTIONS /functions/v1/system-status', answer: '204' },
  { as: 'anon', ask: 'GET /functions/v1/system-status', answer: '405 method_not_allowed' },
  { as: 'anon', ask: 'POST /functions/v1/system-status', body: {}, answer: '403 forbidden' },
  { as: 'staff', ask: 'POST /functions/v1/system-status', body: {}, answer: '403 forbidden' },
  { as: 'staff', ask: 'POST /functions/v1/site-builds', body: {}, answer: '403 forbidden' },
  { as: 'anon', ask: 'POST /functions/v1/save-settings', body: {}, answer: '403 forbidden' },
  { as: 'anon', ask: 'POST /functions/v1/send-messages', body: {}, answer: '403 forbidden' },
  { as: 'staff', ask: 'POST /functions/v1/send-messages', body: {}, answer: '403 forbidden' },
  {
    as: 'staff',
    ask: 'POST /functions/v1/open-device-code',
    body: { orderId: NO_SUCH_ID, reason: 'Conformidad' },
    answer: '404 not_found',
  },
  { as: 'anon', ask: 'POST /functions/v1/update-quote-status', body: {}, answer: '400 invalid' },
  {
    as: 'anon',
    ask: 'POST /functions/v1/update-quote-status',
    body: { orderId: NO_SUCH_ID, decision: 'approved' },
    answer: '404 not_found',
  },
  { as: 'anon', ask: 'POST /functions/v1/whatsapp-webhook', body: {}, answer: '401 signature' },
  { as: 'anon', ask: 'GET /functions/v1/whatsapp-webhook', answer: '403 forbidden' },
];

/** Every request of a run, in this order. */
export const casesOf = (shop: ThrowAwayShop): Case[] => [
  ...mailLimits(shop),
  ...rows(shop),
  ...requests(shop),
  ...calls(),
  ...signingIn(shop),
  ...ownAccount(shop),
  ...unused(),
  ...functions(),
  ...pageLimits(shop),
  ...bodyLimits(shop),
  ...signingOut(shop),
  ...guessing(shop),
];
