import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Forms that have nothing to lose, and why. Every other one is a Form (SHELL-14, SHELL-15). */
const NOTHING_TO_LOSE: Readonly<Record<string, string>> = {
  'shared/src/forms/form.tsx': 'is the mechanism',
  'shell/src/features/auth/login-form.tsx': 'a password is not kept, and the browser fills it in',
  'shell/src/features/auth/forgot-password-page.tsx': 'one line, sent and over',
  'shell/src/features/auth/update-password-page.tsx': 'passwords only',
  'shell/src/features/auth/code-form.tsx': 'a code of six digits',
  'mfe-customer/src/features/security/factor-code-form.tsx': 'a code of six digits',
  'mfe-public/src/features/order-lookup/order-lookup.tsx': 'a search',
  'mfe-orders/src/features/messages/template-list.tsx': 'a search',
  'mfe-reports/src/features/earnings/pin-form.tsx': 'a PIN',
  'mfe-orders/src/features/orders/view/device-code-panel.tsx': 'one line that says why a code is looked at',
};

const sources = globSync('{mfe-*,shell,shared}/src/**/*.tsx', { cwd: ROOT }).filter(
  (file) => !file.endsWith('.test.tsx'),
);
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

test('SHELL-14 SHELL-15 every form keeps what is typed and asks before it is left', () => {
  const bare = sources.filter((file) => /<form[\s>]/.test(read(file)));
  expect(bare.toSorted(), 'Use Form of shared/src/forms, or say above what there is to lose').toEqual(
    Object.keys(NOTHING_TO_LOSE).toSorted(),
  );
});

test('SHELL-15 no two forms keep what is typed under the same name', () => {
  const names = sources.flatMap((file) =>
    [...read(file).matchAll(/\bdraft=(?:"([^"]+)"|\{`([^`]+)`\})/g)].map((match) => match[1] ?? match[2]),
  );
  expect(names.length).toBeGreaterThan(15);
  expect(new Set(names).size).toBe(names.length);
});

test('SHELL-14 Cancelar in the dialog of a form asks like the cross and Escape do', () => {
  const silent = sources.filter((file) => {
    const source = read(file);
    const footer = /<DialogFooter>(.*?)<\/DialogFooter>/s.exec(source)?.[1] ?? '';
    return /<Form[\s>]/.test(source) && /onClick=\{onClose\}/.test(footer);
  });
  expect(silent, 'Use DialogCancel').toEqual([]);
});

/** Forms whose network no browser test cuts, and why. Their changes are tried in supabase/test/once.test.ts all the same. */
const NOT_CUT: Readonly<Record<string, string>> = {
  'mfe-customer/src/features/profile/edit-profile-dialog.tsx': 'comes to the same twice',
  'mfe-customer/src/features/panel/claim-invitation.tsx': 'each try counts',
  'mfe-customer/src/features/privacy/answer-dialog.tsx': 'the server knows the same answer again',
  'mfe-customer/src/features/privacy/retention-terms.tsx': 'comes to the same twice',
  'mfe-orders/src/features/orders/actions/cancel-dialog.tsx': 'made against a version',
  'mfe-orders/src/features/orders/actions/deliver-dialog.tsx': 'made against a version',
  'mfe-orders/src/features/orders/actions/notes-dialog.tsx': 'made against a version',
  'mfe-orders/src/features/orders/actions/quote-dialog.tsx': 'made against a version',
  'mfe-orders/src/features/orders/form/edit-order-dialog.tsx': 'made against a version',
  'mfe-reports/src/features/earnings/pin-dialog.tsx': 'a PIN, which nobody loses by typing it again',
  'shell/src/features/auth/registration-form.tsx': 'the server answers a known address as a new one',
};

test('DATA-37 the network of every form is cut in a browser, or it is said why not', () => {
  const specs = globSync('e2e/**/lost-answers.spec.ts', { cwd: ROOT }).map(read).join('');
  const cut = [...specs.matchAll(/\bform: '([^']+)'/g)].map((match) => match[1] ?? '');
  const forms = sources.filter((file) => /<Form[\s>]/.test(read(file)));
  expect([...cut, ...Object.keys(NOT_CUT)].toSorted()).toEqual(forms.toSorted());
});
