import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const sources = globSync('{mfe-*,shell,shared}/src/**/*.tsx', { cwd: ROOT }).filter(
  (file) => !file.endsWith('.test.tsx'),
);
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

test('SHELL-15 no two forms keep their input under the same name', () => {
  const names = sources.flatMap((file) =>
    [...read(file).matchAll(/\bdraft=(?:"([^"]+)"|\{`([^`]+)`\})/g)].map((match) => match[1] ?? match[2]),
  );
  expect(names.length).toBeGreaterThan(15);
  expect(new Set(names).size).toBe(names.length);
});

/** Mutations without a browser test of network failures, and why. supabase/test/once.test.ts covers them anyway. */
const NOT_CUT: Readonly<Record<string, string>> = {
  'mfe-customer/src/features/security/second-factor.tsx':
    'beginning again takes the place of what was begun; the code that ends it is in factor-code-form.tsx',
  'mfe-customer/src/features/profile/own-reminders.tsx':
    'nothing is typed: the box shows what is stored, and ticked again it changes nothing',
  'mfe-public/src/features/refusal/refusal-page.tsx':
    'nothing is typed: pressed again it refuses the same, and a failure is told',
  'mfe-orders/src/features/orders/places/device-place.tsx':
    'nothing is typed: the place stays as it is stored, and a failure is told',
  'mfe-orders/src/features/orders/places/move-devices-page.tsx':
    'the list stays in the address, and its request moves once (supabase/test/once)',
  'mfe-orders/src/features/orders/photos/send-photos-dialog.tsx':
    'the dialog stays open with what was chosen, and its request sends once (supabase/test/once)',
  'mfe-orders/src/features/orders/signatures/sign-dialog.tsx':
    'the dialog stays open with what was drawn, and its request signs once (supabase/test/once)',
  'mfe-orders/src/features/orders/signatures/use-sign-actions.tsx':
    'nothing is typed: asked again it is the same link (supabase/test/once), and a failure is told',
  'mfe-public/src/features/signing/signing-page.tsx':
    'what was drawn stays, and its request signs once (supabase/test/once)',
  'mfe-public/src/features/verification/sealed-contents.tsx': 'only reads, and each wrong try counts',
  'mfe-orders/src/features/customers/reminders.tsx':
    'nothing is typed: pressed again it changes nothing, and a failure is told',
  'mfe-inventory/src/features/stocktakes/stocktake-page.tsx':
    'scans wait in the browser until they are kept: lost answers are in stocktake.spec.ts',
  'mfe-inventory/src/features/stocktakes/start-dialog.tsx':
    'the dialog stays open with what was chosen, and its request starts once (supabase/test/once)',
  'mfe-inventory/src/features/stocktakes/explain-dialog.tsx':
    'the dialog stays open with what was typed, and its request explains once (supabase/test/once)',
  'mfe-inventory/src/features/stocktakes/recount-dialog.tsx':
    'nothing is typed: the question stays open, and asked again it is counted again',
  'mfe-inventory/src/features/stocktakes/differences.tsx':
    'nothing is typed: closed again it is closed once (supabase/test/once), and a failure is told',
  'mfe-orders/src/features/orders/tax/annul-form.tsx':
    'the dialog stays open with what was typed, and its request annuls once (supabase/test/once)',
  'mfe-orders/src/features/orders/tax/document-form.tsx':
    'the dialog stays open with what was typed, and its request writes the document once (supabase/test/once)',
  'mfe-inventory/src/features/parts/order-parts-dialog.tsx':
    'the dialog stays open with what was typed, and its request orders once (supabase/test/once)',
  'mfe-inventory/src/features/parts/parts-page.tsx':
    'nothing is typed: pressed again the step is taken once (supabase/test/once), and a failure is told',
  'mfe-orders/src/features/orders/parts/parts-panel.tsx':
    'nothing is typed: pressed again there is nothing left to give back, and a failure is told',
  'mfe-orders/src/features/orders/contact/contact-form.tsx':
    'the dialog stays open with what was chosen, and chosen again it is the same (supabase/test/once)',
  'mfe-orders/src/features/orders/parts/request-part-form.tsx':
    'the dialog stays open with what was typed, and its request asks once (supabase/test/once)',
  'mfe-orders/src/features/orders/parts/part-step-forms.tsx':
    'the dialog stays open with what was typed, and its request takes the step once (supabase/test/once)',
  'mfe-orders/src/features/customers/customer-card.tsx':
    'nothing is typed: the question stays open, and a contact is removed once however often it is pressed',
  'mfe-orders/src/features/orders/checklists/checklist-form.tsx':
    'the dialog stays open with what was marked, and its request saves once (supabase/test/once)',
  'mfe-orders/src/features/orders/photos/order-photos.tsx':
    'nothing is typed: the question stays open, and a photo is removed once however often it is pressed',
  'mfe-orders/src/features/orders/visits/visit-panel.tsx':
    'nothing is typed: the question stays open, and an order leaves its visit once however often it is pressed',
  'mfe-orders/src/features/orders/promises/promise-form.tsx':
    'the dialog stays open with what was typed, and its request sets the promise once (supabase/test/once)',
  'mfe-orders/src/features/orders/quote/quote-lines-form.tsx':
    'the dialog stays open with what was typed, and its request writes the lines once (supabase/test/once)',
  'mfe-orders/src/features/orders/warranty/correct-warranty-form.tsx':
    'the dialog stays open with what was typed, and its request corrects once (supabase/test/once)',
  'mfe-orders/src/features/orders/queue/use-take-order.ts':
    'nothing is typed: pressed again it is taken by the same person, and a failure is told',
  'mfe-orders/src/features/first-steps/first-steps.tsx': 'putting the list away again changes nothing',
  'mfe-reports/src/features/messages/reply-actions.tsx':
    'nothing is typed: noting the same answer again changes nothing, and a failure is told',
  'shared/src/orders/quote/send-link.tsx':
    'nothing is typed: the link goes to the phone of the order, once a minute whoever presses',
  'mfe-reports/src/features/setup/account-step.tsx':
    'a shop without an admin: its answers are lost in setup.spec.ts',
  'mfe-orders/src/features/orders/bulk/bulk-dialog.tsx':
    'nothing is typed, and the dialog stays open with its request: pressed again it is the same one',
  'mfe-orders/src/features/orders/actions/order-task-forms.tsx':
    'nothing is typed, and the view says that the order was deleted, and by whom, as soon as it was',
  'mfe-orders/src/features/orders/actions/take-back-dialog.tsx':
    'the reason is a draft, and the view says that the order was deleted, and by whom, as soon as it was',
  'mfe-orders/src/features/orders/form/phone-in-others-dialog.tsx':
    'nothing is typed: the dialog stays open, and pressed again it corrects what is left',
  'mfe-reports/src/features/import/close-old-orders.tsx':
    'nothing is typed: the question stays open, and pressed again it closes what is left',
  'mfe-orders/src/features/orders/desk/view-menu.tsx':
    'nothing is typed: deleting stays open with what went wrong, and a start is chosen again',
  'mfe-orders/src/features/notifications/notification-bell.tsx':
    'nothing is pressed: opening it again marks what is still unread',
  'mfe-reports/src/features/system-status/site-dialog.tsx':
    "changes the site's files: its answer is lost on a site of its own in site-changes.spec.ts",
  'mfe-orders/src/features/orders/actions/use-deliver.ts':
    'its forms are deliver-dialog.tsx and hand-back-form.tsx',
  'mfe-reports/src/features/users/edit-user-dialog.tsx': 'its form is user-dialog.tsx',
  'mfe-reports/src/features/users/new-user-dialog.tsx': 'its form is user-dialog.tsx',
  'mfe-reports/src/features/message-settings/template-previews.tsx': 'a search',
  'mfe-public/src/features/booking/booking-form.tsx':
    'what was typed is a draft, and sent again it is the same request: BOOK-05',
  'mfe-public/src/features/booking/move-booking.tsx':
    'nothing is typed: moved again to the same time it is moved',
  'mfe-public/src/features/booking/cancel-booking.tsx':
    'nothing is typed: the question stays open, and cancelled again it is cancelled',
  'mfe-orders/src/features/appointments/calendar-dialog.tsx':
    'nothing is typed: pressed again the address is the same one',
  'mfe-public/src/features/order-lookup/order-lookup.tsx': 'leads to another page and sends nothing',
  'mfe-reports/src/features/earnings/pin-form.tsx': 'only reads, and each try counts',
  'mfe-reports/src/features/settings/logo-field.tsx':
    'stores an image under its own hash: chosen again it is the same one',
  'shared/src/forms/form.tsx': 'is the mechanism',
  'shared/src/imports/screen/import-screen.tsx':
    'repeats its requests by itself; broken off in the import.spec.ts of orders',
  'shell/src/features/auth/code-form.tsx':
    'a code is good once: after a lost answer the next one of the app is asked for (second-factor.spec.ts)',
};

/** Mutation hooks of shared's subjects. */
function changeHooks(): string[] {
  return globSync('shared/src/**/*.ts', { cwd: ROOT })
    .filter((file) => !/\.test\.ts$|shared\/src\/(?:once|query)\//.test(file))
    .flatMap((file) => read(file).split(/^(?=export |function |const )/m))
    .filter((piece) => /\buse(?:Once|Factor)?Mutation[<(]/.test(piece))
    .flatMap((piece) => /^export (?:function|const) (use\w+)/.exec(piece)?.[1] ?? []);
}

test('DATA-37 DATA-41 the network of every form and button that changes something is cut in a browser, or it is said why not', () => {
  const hooks = [...changeHooks(), 'useImport'];
  expect(hooks).toContain('useWriteOffMutation');
  const changes = new RegExp(`<[Ff]orm[\\s>]|(?<!typeof )\\b(?:${hooks.join('|')})\\(`);
  const forms = globSync('{mfe-*,shell,shared}/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$|^shared\/.*\.ts$/.test(file) && changes.test(read(file)),
  );
  const specs = globSync('e2e/**/lost-answers*.spec.ts', { cwd: ROOT }).map(read).join('');
  const cut = [...specs.matchAll(/^  '([^'#]+)(?:#\w+)?': async /gm)].map((match) => match[1] ?? '');
  const known = new Set([...cut, ...Object.keys(NOT_CUT)]);
  expect([...known].toSorted()).toEqual(forms.toSorted());
  expect(Object.keys(NOT_CUT).filter((form) => cut.includes(form))).toEqual([]);
});
