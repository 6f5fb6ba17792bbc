import type postgres from 'postgres';

/** Row counts of a shop's inventory and log. */
export interface InventorySize {
  items: number;
  logs: number;
}

/**
 * Fills inventory, types, suppliers and activity log: 24 types, 40 suppliers, a third of the items of one brand, one in
 * twenty below its minimum. Deterministic for each size.
 * @param sql a superuser connection.
 */
export async function insertInventory(
  sql: postgres.Sql,
  { items, logs }: InventorySize,
  staff: readonly string[],
): Promise<void> {
  await sql.begin(async (tx) => {
    // VACUUM skips rows whose commit is not yet on disk.
    await tx`set local synchronous_commit = on`;
    await tx`select setseed(0.42)`;
    await tx`insert into public.component_types (name) select 'Tipo ' || chr(65 + n % 24) || ' pantalla' from generate_series(0, 23) as n`;
    await tx`insert into public.suppliers (name) select 'Proveedor Número ' || n from generate_series(1, 40) as n`;
    await tx`
      insert into public.inventory (brand, model, quantity, cost_price, component_type_id, supplier_id, min_stock, created_at)
      select (array['Samsung', 'Samsung', 'Apple', 'Xiaomi', 'Motorola', 'Huawei'])[1 + n % 6],
        'Galaxy Módulo ' || n * 7919 % 9973 || (array[' OLED', ' INCELL', ' Original', ''])[1 + n % 4], 1 + floor(random() * 60)::integer,
        (1 + floor(random() * 300)::bigint) * 990, t.ids[1 + n % 24], s.ids[1 + n * 13 % 40], case when n % 20 = 0 then 61 else 0 end,
        now() - interval '5 years' * random()
      from generate_series(1, ${items}::integer) as n,
        (select array_agg(id order by name) as ids from public.component_types) as t,
        (select array_agg(id order by name) as ids from public.suppliers) as s`;
    await tx`
      insert into public.activity_logs (user_id, action_type, product_id, brand, model, quantity_affected, cost_price_affected,
        service_order, component_type_id, created_at)
      select (${staff}::uuid[])[1 + n % ${staff.length}::integer], case when n % 3 = 0 then 'edit' else 'delete' end, gen_random_uuid(), 'Samsung',
        'Galaxy ' || n, 1, 44990, case when n % 3 > 0 then lpad((n % 9000)::text, 6, '0') end, t.ids[1 + n % 24],
        now() - interval '5 years' * random()
      from generate_series(1, ${logs}::integer) as n, (select array_agg(id order by name) as ids from public.component_types) as t`;
  });
  await sql`vacuum (analyze) public.inventory`;
  await sql`vacuum (analyze) private.activity_entries`;
  await sql`vacuum (analyze) private.activity_costs`;
}
