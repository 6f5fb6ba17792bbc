import { isWholeStaff, permissionOf } from '#src/new-remote/permission-source.ts';
import type { RemoteIdentity } from '#src/new-remote/remote-identity.ts';

/** Names of a list, beside those of its remote. */
function namesOf({ feature, key, component }: RemoteIdentity) {
  const pascal = component.replace(/Page$/, '');
  return { fn: `list_${feature.replaceAll('-', '_')}`, query: `${key}Query`, row: `${pascal}Row`, pascal };
}

const schema = (remote: RemoteIdentity) => {
  const { fn } = namesOf(remote);
  return `\
-- The list of ${remote.name}: the newest hundred orders whose device has each word of the search. An
-- example: replace columns and condition by your own. Columns that name a person are logged when they are read: then
-- the function belongs to PERSONAL in platform/server/src/access-log/function-results.ts.
create function public.${fn}(p_search text default null)
  returns table (id uuid, order_number integer, device text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('${permissionOf(remote)}');
  return query
    select o.id, o.order_number, trim(o.equipment_brand || ' ' || o.equipment_model), o.created_at
    from public.service_orders o
    where not exists (
      select from regexp_split_to_table(trim(private.fold(left(coalesce(p_search, ''), 200))), '\\s+') as word
      where private.fold(o.equipment_brand || ' ' || o.equipment_model) not like private.contains_pattern(word))
    order by o.created_at desc, o.id desc
    limit 100;
end
$$;
revoke all on function public.${fn} from public, anon, authenticated;
grant execute on function public.${fn} to authenticated;
`;
};

const query = (remote: RemoteIdentity) => {
  const { fn, query: name, row, pascal } = namesOf(remote);
  return `\
import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from './keys.ts';

async function fetch${pascal}(search: string, signal: AbortSignal) {
  const client = await supabase();
  return unwrap(await client.rpc('${fn}', { p_search: search }).abortSignal(signal)) ?? [];
}

/** The rows of ${remote.name}, newest first. */
export const ${name} = (search: string) =>
  queryOptions({
    queryKey: orderKeys.${remote.key}(search),
    queryFn: ({ signal }) => fetch${pascal}(search, signal),
    placeholderData: keepPreviousData,
  });

export type ${row} = Awaited<ReturnType<typeof fetch${pascal}>>[number];
`;
};

const page = (remote: RemoteIdentity) => {
  const { component, feature, path, texts } = remote;
  const { query: name, row } = namesOf(remote);
  return `\
import { paths } from '@taller/shared/contract/paths.ts';
import { ${name}, type ${row} } from '@taller/shared/orders/${feature}-queries.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import { SearchBox } from '@taller/shared/ui/search-box.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { useAddressState } from '@taller/shared/ui/use-address-state.ts';
import { textField } from '@taller/shared/values/address-state.ts';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import styles from './${feature}.module.css';
import { ${texts} } from './texts.ts';

const FIELDS = { search: textField('buscar') };

const COLUMNS: readonly Column<${row}>[] = [
  {
    id: 'order',
    header: ${texts}.order,
    width: 6,
    cell: ({ id, order_number }) => (
      <Link to={paths.orderView.getHref(id)}>{formatOrderNumber(order_number)}</Link>
    ),
  },
  { id: 'device', header: ${texts}.device, cell: ({ device }) => device },
  { id: 'date', header: ${texts}.date, kind: 'fact', width: 8.5, cell: (row) => formatDateTime(row.created_at) },
];

/** The screen at ${path}. */
export function ${component}() {
  const { state, change } = useAddressState(FIELDS);
  const { search } = state;
  const rows = useQuery(${name}(search));
  return (
    <div className={styles.page}>
      <PageHeader title={${texts}.title} />
      <SearchBox label={${texts}.search} value={search} onSearch={(text) => change({ search: text })} />
      <DataTable
        label={${texts}.title}
        columns={COLUMNS}
        query={rows}
        rows={rows.data}
        rowKey={({ id }) => id}
        loadFailed={${texts}.loadFailed}
        empty={{ title: ${texts}.empty }}
        filtered={search !== '' && { title: ${texts}.noneFound, onClear: () => change({ search: '' }) }}
      />
    </div>
  );
}
`;
};

const pageTest = (remote: RemoteIdentity) => {
  const { component, file, feature, name, path, texts, roles } = remote;
  const { query: read } = namesOf(remote);
  const role = isWholeStaff(roles) ? 'technician' : (roles[0] ?? 'admin');
  return `\
// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { paths } from '@taller/shared/contract/paths.ts';
import { DataError } from '@taller/shared/data-access/data-error.ts';
import { ${read} } from '@taller/shared/orders/${feature}-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { ${component} } from './${file}.tsx';
import { ${texts} } from './texts.ts';

const ROW = { id: '4b6e8f4e-8f0e-4d5c-9a38-0d3e5a1f7c11', order_number: 7, device: 'Nokia 3310', created_at: '2026-11-03T12:00:00Z' };
const shown = (answers: ReturnType<typeof answer>[], search = '') =>
  renderScreen(<${component} />, { role: '${role}', path: \`${path}\${search}\`, answers });

test('${name} lists what the address searches for, each row with a link to its order', () => {
  shown([answer(${read}('nokia'), [ROW])], '?buscar=nokia');
  expect(screen.getByText('Nokia 3310')).toBeDefined();
  expect(screen.getByRole('link', { name: '000007' }).getAttribute('href')).toBe(paths.orderView.getHref(ROW.id));
});

test('${name} says that nothing was found, and that there is nothing yet', () => {
  shown([answer(${read}('nokia'), [])], '?buscar=nokia');
  expect(screen.getByText(${texts}.noneFound)).toBeDefined();
  shown([answer(${read}(''), [])]);
  expect(screen.getByText(${texts}.empty)).toBeDefined();
});

test('${name} says that the server failed, and Reintentar asks again', async () => {
  let isDown = true;
  const server = () => {
    if (isDown) throw new DataError('server', 'down');
    return [ROW];
  };
  shown([answer(${read}(''), server)]);
  expect(await screen.findByText(${texts}.loadFailed)).toBeDefined();
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Nokia 3310')).toBeDefined();
});
`;
};

const textsFile = ({ title, path, texts }: RemoteIdentity) => `\
/** Texts of the screen at ${path}. */
export const ${texts} = {
  title: ${JSON.stringify(title)},
  search: 'Buscar por equipo',
  order: 'Orden',
  device: 'Equipo',
  date: 'Ingreso',
  empty: 'Todavía no hay nada aquí',
  noneFound: 'Ningún equipo calza con la búsqueda.',
  loadFailed: 'No se pudo cargar.',
} as const;
`;

const databaseTest = (remote: RemoteIdentity) => {
  const { fn } = namesOf(remote);
  const role = isWholeStaff(remote.roles) ? 'technician' : (remote.roles[0] ?? 'admin');
  return `\
/** The list of ${remote.name}. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

test('${remote.name} finds orders by each word of their device, case and accents ignored', async () => {
  const { id } = await makeOrder(shop, { equipment_brand: 'Nókia', equipment_model: '3310 azul' });
  const find = async (p_search?: string) => {
    const { data, error } = await shop.clientOf('${role}').rpc('${fn}', { p_search });
    expect(error).toBeNull();
    return data?.filter((row) => row.id === id).map(({ device }) => device);
  };
  expect(await find('AZUL nokia')).toEqual(['Nókia 3310 azul']);
  expect(await find('nokia rojo')).toEqual([]);
  expect(await find()).toEqual(['Nókia 3310 azul']);
});
`;
};

/** The files of a searchable list, by path from the root: those of its screen replace the remote's first one. */
export function listFiles(remote: RemoteIdentity): Map<string, string> {
  const { name, feature, file } = remote;
  const folder = `${name}/src/features/${feature}`;
  return new Map([
    [`supabase/schemas/39_${feature.replaceAll('-', '_')}.sql`, schema(remote)],
    [`supabase/test/${feature}.test.ts`, databaseTest(remote)],
    [`shared/src/orders/${feature}-queries.ts`, query(remote)],
    [`${folder}/${file}.tsx`, page(remote)],
    [`${folder}/${file}.test.tsx`, pageTest(remote)],
    [`${folder}/texts.ts`, textsFile(remote)],
  ]);
}

const ACCESS = 'supabase/test/functions-access.test.ts';
const RESULTS = 'platform/server/src/access-log/function-results.ts';
const KEYS = 'shared/src/orders/keys.ts';

/** Adds a line after another one. @throws if the file no longer has that. */
function insert(text: string, after: string, line: string): string {
  if (!text.includes(after)) throw new Error(`«${after.trim()}» ya no está donde se agrega la lista.`);
  return text.replace(after, () => `${after}${line}`);
}

/** The lists of the workspace with the new list's lines. @returns the new text of each file, unformatted. */
export async function listRegistered(
  remote: RemoteIdentity,
  read: (file: string) => Promise<string>,
): Promise<Map<string, string>> {
  const { key, feature, roles } = remote;
  const { fn } = namesOf(remote);
  const may = isWholeStaff(roles) ? 'STAFF' : `[${roles.map((role) => `'${role}'`).join(', ')}]`;
  const found = "  found: (search: string) => [...orderKeys.lists(), 'found', search] as const,\n";
  return new Map([
    [
      ACCESS,
      insert(await read(ACCESS), "    ['list_inventory', STAFF, {}],\n", `    ['${fn}', ${may}, {}],\n`),
    ],
    [RESULTS, insert(await read(RESULTS), '  list_inventory\n', `  ${fn}\n`)],
    [
      KEYS,
      insert(
        await read(KEYS),
        found,
        `  ${key}: (search: string) => [...orderKeys.lists(), '${feature}', search] as const,\n`,
      ),
    ],
  ]);
}
