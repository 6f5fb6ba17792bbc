import type { Shop } from '../../supabase/test/support/shop.ts';

/**
 * Adds orders to the shop until there are `count`: the same distribution at every size, the newest ones still open.
 * @param people whose they are: as many as orders by default.
 */
export async function fillOrders({ sql }: Pick<Shop, 'sql'>, count: number, people = count): Promise<void> {
  await sql.begin(async (tx) => {
    // Without messages and timelines for a hundred thousand synthetic orders.
    await tx`set local session_replication_role = replica`;
    await tx`truncate public.service_orders cascade`;
    await tx`truncate private.order_texts`;
    await tx`select setseed(0.5)`;
    await tx`
      insert into public.service_orders (order_number, created_at, updated_at, status, customer_name, customer_phone, customer_rut,
        customer_address, equipment_type, equipment_brand, equipment_model, imei, equipment_condition, work_description, technical_work,
        quote, total_amount)
      select g, now() - (${count}::integer - g) * interval '40 minutes', now(),
        case
          when ${count}::integer - g < 40 and a < .7 then 'pending'
          when ${count}::integer - g < 80 and a < .6 then 'in_progress'
          when ${count}::integer - g < 120 and a < .3 then 'quoted'
          when ${count}::integer - g < 200 and a < .4 then 'completed'
          when a < .08 then 'cancelled' when a < .1 then 'rejected' else 'delivered'
        end,
        (array['María','José','Camila','Francisca','Benjamín','Álvaro','Catalina','Sebastián','Xiomara','Diego','Valentina','Rodrigo',
          'Paz','Ignacio','Constanza','Elena'])[1 + floor(b * 16)] || ' ' ||
        (array['González','Muñoz','Rojas','Díaz','Pérez','Soto','Contreras','Silva','Martínez','Sepúlveda','Morales','Rodríguez','López',
          'Fuentes','Hernández','Torres','Araya','Flores','Espinoza','Valenzuela'])[1 + floor(c * 20)] || ' ' ||
        (array['Vera','Cortés','Ñancupil','Zúñiga','Tapia','Reyes','Olivares','Castro'])[1 + floor(d * 8)],
        (array['+56 9 ', '9', '569'])[1 + floor(e * 3)] || lpad(floor(f * 1e8)::text, 8, '0'),
        (5000000 + floor(d * 20000000))::integer || '-' || (array['0','1','2','3','4','5','6','7','8','9','K'])[1 + floor(e * 11)],
        'Pasaje Las Gaviotas ' || floor(a * 5000), 'smartphone',
        case when a < .3 then 'Samsung' when a < .6 then 'Apple' when a < .75 then 'Xiaomi' when a < .8 then 'Motorola'
          else 'Marca ' || floor(c * 300) end,
        case when b < .5 then 'Galaxy A' || floor(c * 90) else 'iPhone ' || floor(d * 15) end,
        case when e < .5 then lpad(floor(f * 1e15)::text, 15, '0') end,
        'Pantalla quebrada, rayas en la tapa',
        (array['No enciende','Pantalla rota y no responde al tacto','Batería se descarga rápido','Se mojó con agua de mar','No carga',
          'Cámara borrosa','Lento, se pega'])[1 + floor(d * 7)] || '. El cliente dice que pasó hace ' || floor(b * 60) || ' días.',
        'Cambio de ' || (array['pantalla','batería','conector','placa','flex','cámara'])[1 + floor(e * 6)],
        10000 + floor(a * 90) * 1000, 10000 + floor(a * 90) * 1000
      from (
        with people as materialized (
          select p, random() b, random() c, random() d, random() e, random() f
          from generate_series(1, ${people}::integer) as p)
        select g, random() a, b, c, d, e, f from generate_series(1, ${count}::integer) as g
        join people on p = 1 + g::bigint * 7919 % ${people}::integer
      ) as n`;
    // Built at once afterwards, as in a restored database.
    const indexes = await tx`
      select indexname, indexdef from pg_indexes where schemaname = 'private' and tablename = 'order_texts' and indexdef like '%USING gin%'`;
    for (const { indexname } of indexes) await tx`drop index private.${tx(indexname as string)}`;
    await tx`
      insert into private.order_texts
      select r.* from public.service_orders o cross join lateral private.order_search_row(o) as r`;
    for (const { indexdef } of indexes) await tx.unsafe(indexdef as string);
  });
  await sql`vacuum analyze public.service_orders`;
  await sql`vacuum analyze private.order_texts`;
}
