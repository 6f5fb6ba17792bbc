import type postgres from 'postgres';
import { sealedCodeColumns } from '@taller/server/testing/device-codes.ts';

/**
 * Columns of an order with a plain device code, as the database accepts them: with an id, the code encrypted for it.
 */
export async function sealedColumns<Columns extends Record<string, unknown>>(
  sql: postgres.Sql,
  id: string,
  columns: Columns,
) {
  const { device_password: code, password_type: type } = columns;
  if (typeof code !== 'string') return { id, ...columns };
  return {
    id,
    ...columns,
    ...(await sealedCodeColumns(sql, id, code, type as Parameters<typeof sealedCodeColumns>[3])),
  };
}
