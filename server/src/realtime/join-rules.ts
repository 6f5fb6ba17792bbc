import type { Claims } from '../tokens/jwt.ts';
import { covers } from './channel.ts';
import type { PublishedTable, Selectable } from './followed.ts';
import type { ChangeBinding } from './protocol.ts';

/**
 * Whether a role may join: every subscription must refer to at least one published table that the role may select. For
 * anonymous users there is none.
 */
export function joinRule(tables: readonly PublishedTable[], selectable: Selectable) {
  return (role: Claims['role'], bindings: readonly ChangeBinding[]): boolean => {
    const visible = tables.filter((table) => selectable(table, role).length > 0);
    return visible.length > 0 && bindings.every((binding) => visible.some((table) => covers(binding, table)));
  };
}
