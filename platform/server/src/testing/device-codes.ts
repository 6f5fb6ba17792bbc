import { sealCode, type SealingKey } from '@taller/shared/orders/device-codes/seal-code.ts';
import type postgres from 'postgres';

/** The current public encryption key. */
export async function sealingKey(sql: postgres.Sql): Promise<SealingKey> {
  const [row] = await sql`select id, public_key from public.device_code_keys where retired_at is null`;
  return { id: String(row?.id), publicKey: String(row?.public_key) };
}

/** The two columns of an order with a code, as the form sends them. */
export async function sealedCodeColumns(
  sql: postgres.Sql,
  orderId: string,
  code: string,
  type: 'pin' | 'pattern' | 'password' = 'pin',
) {
  return { password_type: type, device_password: await sealCode(code, orderId, await sealingKey(sql)) };
}

/** The stored ciphertext of an order's code. */
export async function storedCode(sql: postgres.Sql, orderId: string): Promise<string | undefined> {
  const [row] = await sql`select sealed_code from private.device_codes where order_id = ${orderId}`;
  return row?.sealed_code as string | undefined;
}
