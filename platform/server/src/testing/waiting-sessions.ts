import type postgres from 'postgres';

/** Sessions of the connection's database that wait for a lock. Tests with other databases share its cluster. */
export const waitingSessions = (sql: postgres.Sql | postgres.TransactionSql): Promise<readonly unknown[]> =>
  sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
