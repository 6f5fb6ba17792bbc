import { beforeAll, describe, expect, test } from 'vitest';
import { lintExamples } from '#src/testing/lint-examples.ts';

const SUBJECT = 'shared/src/orders';
const FEATURE = 'mfe-orders/src/features/orders';
const MODULE = 'mfe-orders/src/remote';
const part = (content: string) => `export const Part = () => (\n  <main>${content}</main>\n);`;

const examples: Record<string, string> = {};
let found: Map<string, string[]>;
beforeAll(() => {
  found = lintExamples(
    [
      'react/forbid-dom-props',
      'react/forbid-elements',
      'taller/cancel-asks',
      'taller/data-layer',
      'taller/layers',
      'taller/no-role-comparison',
      'taller/remote-shape',
    ],
    examples,
  );
});

/** Expects exactly this message of lint for each of the files. */
function refuses(message: string, files: Readonly<Record<string, string>>): void {
  Object.assign(examples, files);
  test.each(Object.entries(files))('lint refuses %s: %s', (file) => {
    expect(found.get(file)).toEqual([expect.stringContaining(message)]);
  });
}
function accepts(files: Readonly<Record<string, string>>): void {
  Object.assign(examples, files);
  test.each(Object.entries(files))('lint accepts %s: %s', (file) => {
    expect(found.get(file)).toBeUndefined();
  });
}

describe('TEST-14 the data layer of every subject has the same names and files', () => {
  refuses('A mutation is in …-mutation.ts.', {
    [`${SUBJECT}/orders.ts`]: 'export const useSaveMutation = () => useMutation({});',
  });
  refuses('A mutation is use…Mutation.', {
    [`${SUBJECT}/save-mutation.ts`]: 'export function useSave() { return useOnceMutation<Order>({}); }',
  });
  refuses('A query is in …-query.ts or …-queries.ts.', {
    [`${SUBJECT}/list.ts`]: 'export const ordersQuery = () => queryOptions({});',
  });
  refuses('A query is …Query.', {
    [`${SUBJECT}/list-query.ts`]: 'export const orders = () => infiniteQueryOptions({});',
  });
  refuses('A key comes from keys.ts.', {
    [`${SUBJECT}/keyed-query.ts`]: "export const keyedQuery = () => queryOptions({ queryKey: ['orders'] });",
  });
  refuses('Keys are in keys.ts.', {
    [`${SUBJECT}/order-keys.ts`]: "export const orderKeys = { all: ['orders'] };",
  });
  refuses('Realtime is in watch-….ts.', {
    [`${SUBJECT}/orders-live.ts`]: "followTable('service_orders', {});",
  });
  refuses('followTable is for shared/src/activity', {
    [`${FEATURE}/live.ts`]:
      "import { followTable } from '@taller/shared/data-access/follow-table.ts'; void followTable;",
  });
  accepts({
    [`${SUBJECT}/orders-query.ts`]:
      'export const ordersQuery = () => queryOptions({ queryKey: orderKeys.all });',
    [`${SUBJECT}/edit-mutation.ts`]:
      'export const useEditMutation = () => useOnceMutation({}); export const read = () => null;',
    [`${SUBJECT}/keys.ts`]: "export const orderKeys = { all: ['orders'] };",
    [`${SUBJECT}/watch-orders.ts`]: "followTable('service_orders', {});",
  });
});

describe('UI-14 no screen has table markup of its own', () => {
  refuses('Use Table or VirtualTable of shared/src/ui.', {
    [`${FEATURE}/table.tsx`]: part('<table className={styles.list} />'),
    [`${FEATURE}/thead.tsx`]: part('<thead />'),
    [`${FEATURE}/tbody.tsx`]: part('<tbody />'),
    [`${FEATURE}/th.tsx`]: part('<th>Marca</th>'),
    [`shell/src/layout/td.tsx`]: part('<td />'),
    [`${FEATURE}/role.tsx`]: part('<div role="table" aria-label="Productos" />'),
    [`shell/src/layout/grid.tsx`]: part('<div role="grid" />'),
    [`${FEATURE}/heading.tsx`]: part('<div role="columnheader" />'),
  });
  accepts({ 'shared/src/ui/table.tsx': part('<table role="table" />') });
});

describe('SHELL-14 SHELL-15 every form keeps what is typed and asks before it is left', () => {
  refuses('Use Form of shared/src/forms, or say what there is to lose.', {
    'shell/src/layout/bare-form.tsx': part('<form onSubmit={save} />'),
    'shared/src/settings/bare-form.tsx': part('<form onSubmit={save} />'),
    [`${FEATURE}/bare-form.tsx`]: part('<form onSubmit={save} />'),
  });
  refuses("'Cancelar' of a form asks first: use SaveFooter.", {
    [`${FEATURE}/silent.tsx`]: part(
      '<Form /><DialogFooter><Button onClick={onClose}>Cancelar</Button></DialogFooter>',
    ),
  });
  accepts({
    [`${FEATURE}/no-form.tsx`]: part('<DialogFooter><Button onClick={onClose} /></DialogFooter>'),
  });
});

describe('SHELL-39 every dialog of a remote that saves ends in the one footer', () => {
  refuses('Use SaveFooter of shared/src/forms.', {
    [`${FEATURE}/own-footer.tsx`]: part('<DialogCancel>Cancelar</DialogCancel>'),
  });
});

describe('SHELL-34 no screen, tab, link or button compares roles: permissions.ts says who may do what', () => {
  refuses('Screens ask for a permission, not for a role', {
    [`${FEATURE}/is.tsx`]: "const isHere = useSession().user?.role === 'customer';",
    [`${FEATURE}/is-not.ts`]: "if ('customer' !== user.role) leave();",
    [`${FEATURE}/choice.ts`]: 'switch (user.role) { default: }',
    [`shell/src/layout/tabs.ts`]: 'tabs.filter((tab) => tab.roles.includes(user.role));',
    [`${FEATURE}/list.ts`]: "const ROLES_OF_TAB = ['admin'];",
    'shared/src/settings/staff.tsx': 'isStaff(user.role) && show();',
  });
  accepts({
    [`${FEATURE}/may.tsx`]: "may(user?.role, 'orders.delete') && show();",
    [`${FEATURE}/alert.tsx`]: part('<div role="alert" className={styles.role} />'),
    [`${FEATURE}/kind.ts`]: "if (row.kind === 'customer') leave();",
    [`${FEATURE}/named.ts`]: 'const named = props.role !== undefined;',
    [`${FEATURE}/field.ts`]: "if (kind === 'technician') leave();",
    'mfe-reports/src/features/users/roles.ts': "const first = 'admin';",
  });
});

describe('SHELL-35 no remote reads the list of screens, since its build only contains their paths', () => {
  refuses('SCREENS is for shared/src, shell/src, platform/server/src/pages, platform/release/src only.', {
    [`${FEATURE}/screens.ts`]: "import { SCREENS } from '@taller/shared/contract/screens.ts'; void SCREENS;",
  });
});

describe('SHELL-38 every remote has the same structure', () => {
  refuses('A module shows pages: …Page of features/…/…-page.tsx.', {
    [`${MODULE}/desk.tsx`]:
      "export const load = () => import('#src/features/orders/desk.tsx').then((m) => m.DeskPage);",
    [`${MODULE}/view.tsx`]:
      "export const load = () => import('#src/features/orders/view-page.tsx').then((m) => m.View);",
  });
  refuses('Texts have names that say whose they are: …Texts.', {
    [`${FEATURE}/texts.ts`]: "export const texts = { title: 'Órdenes' };",
  });
  refuses('Texts of a feature are in its texts.ts.', {
    [`${FEATURE}/es.ts`]: "export const orderTexts = { title: 'Órdenes' };",
    [`${FEATURE}/es-cl.ts`]: "export const orderTexts = { title: 'Órdenes' };",
    [`${FEATURE}/order-texts.ts`]: "export const orderTexts = { title: 'Órdenes' };",
  });
  refuses('A component that only passes on to another one is that one.', {
    [`${FEATURE}/passes-on.tsx`]: 'export function UsersPage() {\n  return <UsersScreen />;\n}',
  });
  accepts({
    [`${FEATURE}/desk/texts.ts`]: "export const deskTexts = { title: 'Órdenes' };",
    [`${MODULE}/routes.tsx`]:
      "const load = () =>\n  import('#src/features/orders/desk/desk-page.tsx').then((m) => m.DeskPage);",
    [`${FEATURE}/frame.tsx`]: 'export function Frame() {\n  return <Site title="Órdenes" />;\n}',
  });
});
