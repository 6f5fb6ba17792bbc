/**
 * Every mutation of the data layer against a real server: its response is lost, it is retried, and it has happened once
 * (DATA-30, DATA-31). The mutations are read from the source.
 */
import { expect, test } from 'vitest';
import { CHANGES, tryChanges } from './support/once/try-changes.ts';
import { writtenChanges } from './support/once/written-changes.ts';

/** Exported for the mutation that uses them. */
const PARTS: readonly string[] = [
  'callSaveSettings',
  'createOrder',
  'openDeviceCode',
  'provePassword',
  'sendChecklist',
  'tryPin',
  'updateOrder',
];

/** Its link is used once, whoever sends it: account-invitations.test.ts. */
const APART: readonly string[] = ['redeemInvitation'];

/** Sent by a page itself, without a form, and never a second time. */
const UNASKED: readonly string[] = ['reportPartFailures'];

/** Every so many changes prove the rule in `npm test`, the first one with lost answers too. */
const SAMPLE = 8;
const exhaustiveUnless = (isSampled: boolean) => (isSampled ? [] : ['exhaustive']);
const ORDER = Object.keys(CHANGES);

const stage = tryChanges('DATA-31', {}, (name) => ({
  lost: exhaustiveUnless(ORDER.indexOf(name) === 0),
  twice: exhaustiveUnless(ORDER.indexOf(name) % SAMPLE === 0),
}));

test('DATA-30 every change that the source of the data layer makes is tried here', async () => {
  const writing = await stage().shop.sql`
    select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace and provolatile = 'v'`;
  const found = writtenChanges(writing.map(({ name }) => String(name)));
  expect(found).toContain('useWriteOffMutation');
  expect(
    found,
    'mutations of shared/src and the remotes against the cases of supabase/test/support/once: add a case to the file of its subject',
  ).toEqual([...Object.keys(CHANGES), ...PARTS, ...APART, ...UNASKED].toSorted());
});
