import type postgres from 'postgres';

/**
 * Inserts orders of the last five years with realistic distributions: nine of ten are closed (88 % delivered), open
 * ones are recent, half of the customers return and a tenth of the work is for regulars. Deterministic for each seed.
 * @param sql a superuser connection: triggers are disabled meanwhile.
 */
export async function insertReportOrders(
  sql: postgres.Sql,
  count: number,
  staff: readonly string[],
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`select setseed(0.42)`;
    await tx`
      insert into public.service_orders (status, customer_name, customer_phone, customer_rut, customer_address, equipment_type,
        equipment_brand, equipment_model, equipment_condition, work_description, technical_work, quote, total_amount, technician_id,
        created_at, updated_at, quoted_at, approved_at, rejected_at, completed_at, delivered_at, warranty_days, notes)
      select status, 'Cliente Número ' || customer, '+56 9 ' || (50000000 + customer), (10000000 + customer) || '-K',
        'Avenida de los Ensayos ' || customer || ', Valparaíso',
        (array['smartphone', 'smartphone', 'smartphone', 'smartphone', 'smartphone', 'smartphone', 'laptop', 'laptop', 'desktop', 'tablet',
          'others', 'other'])[1 + customer * 7 % 12],
        (array['Samsung', 'Apple', 'Xiaomi', 'Motorola', 'Huawei'])[1 + customer % 5], 'Modelo ' || (customer + n) % 40,
        'Pantalla trizada en la esquina superior, carcasa con marcas de uso, enciende.',
        'El equipo se cayó y desde entonces la pantalla no responde al tacto en la mitad inferior; a veces se apaga solo.',
        'Cambio de módulo de pantalla y revisión del conector de carga; se prueba una hora.',
        amount, case when chance_amount < 0.98 then amount end,
        case when status <> 'pending' then (${staff}::uuid[])[1 + (n % ${staff.length})] end,
        created_at, coalesce(delivered_at, completed_at, created_at + least(work / 2, now() - created_at)),
        case when quoted then created_at + work / 4 end,
        case when quoted and status not in ('rejected', 'quoted', 'pending', 'cancelled') then created_at + work / 2 end,
        case when status = 'rejected' then created_at + work / 2 end,
        completed_at, delivered_at, case when delivered_at is not null then 90 end,
        'Retira con el comprobante. Se avisó por teléfono.'
      from (
        select *,
          case when status in ('completed', 'delivered') then created_at + work end as completed_at,
          case when status = 'delivered' then created_at + work + wait end as delivered_at
        from (
          select n, (case when regular < 0.1 then customer_draw * ${count / 300}::float8 else ${count / 300}::float8 + customer_draw * ${count / 2}::float8 end)::integer as customer,
            created_at, work, wait, amount, chance_amount, quoted_draw < 0.4 as quoted,
            case
              when now() - created_at < work + wait then (array['pending', 'in_progress', 'quoted', 'approved', 'completed'])[1 + floor(status_draw * 5)::integer]
              when status_draw < 0.896 then 'delivered' when status_draw < 0.925 then 'completed' when status_draw < 0.955 then 'cancelled'
              when status_draw < 0.985 then 'rejected' else 'in_progress'
            end as status
          from (
            select n, now() - interval '5 years' * random() as created_at, interval '12 days' * (random() ^ 2) + interval '1 hour' as work,
              interval '20 days' * (random() ^ 2) as wait, (5 + floor(random() ^ 2 * 200))::bigint * 990 as amount, random() as chance_amount,
              random() as quoted_draw, random() as status_draw, random() as customer_draw, random() as regular
            from generate_series(1, ${count}::integer) as n
          ) as draws
        ) as orders
      ) as lives
      order by created_at`;
    // Data that the disabled triggers maintain. Without statistics each order is compared with all the others.
    await tx`analyze public.service_orders`;
    await tx`insert into private.warranty_returns select r.order_id from private.find_warranty_returns() r`;
  });
  await sql`vacuum (analyze) public.service_orders`;
}
