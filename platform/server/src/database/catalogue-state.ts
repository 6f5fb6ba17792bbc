import type postgres from 'postgres';

/** Catalogue tables of objects, ownership, privileges and roles, and the table of applied migrations. */
const TABLES = [
  'pg_attrdef',
  'pg_attribute',
  'pg_auth_members',
  'pg_authid',
  'pg_class',
  'pg_constraint',
  'pg_db_role_setting',
  'pg_default_acl',
  'pg_description',
  'pg_enum',
  'pg_event_trigger',
  'pg_extension',
  'pg_index',
  'pg_inherits',
  'pg_namespace',
  'pg_parameter_acl',
  'pg_policy',
  'pg_proc',
  'pg_publication',
  'pg_publication_namespace',
  'pg_publication_rel',
  'pg_range',
  'pg_rewrite',
  'pg_sequence',
  'pg_trigger',
  'pg_type',
  'supabase_migrations.schema_migrations',
];

// A written row carries a newer transaction id than every existing row, so that inserts and updates change the sum and
// deletes the count. PostgreSQL updates its own statistics in place, without a new transaction id.
const STATE = `select concat_ws(' ', version(), system_identifier, timeline_id,
  (select concat(d.oid, ':', d.xmin) from pg_database d where d.datname = current_database()),
  ${TABLES.map((table) => `(select concat(count(*), ':', sum(t.xmin::text::bigint)) from ${table} t)`).join(',\n  ')}
) as state from pg_control_system(), pg_control_checkpoint()`;

/**
 * A fingerprint that changes with any change to tables, functions, privileges, roles, triggers, policies or applied
 * migrations.
 * @param admin a superuser connection.
 * @throws if the table of applied migrations does not exist.
 */
export async function catalogueState(admin: postgres.Sql): Promise<string> {
  const [row] = await admin.unsafe<{ state: string }[]>(STATE);
  return row?.state ?? '';
}
