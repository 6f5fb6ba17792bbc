import type { Role } from '#src/access/roles.ts';
import type { RegistryCandidate } from '#src/contract/registry.ts';

/**
 * Whether a build that is published to a part of the browsers is for this one, as far as roles decide: a choice of the
 * publication, not a permission.
 * @param role of who is signed in, if somebody is.
 */
export const isForRole = ({ roles }: Pick<RegistryCandidate, 'roles'>, role: Role | undefined): boolean =>
  roles === undefined || (role !== undefined && roles.includes(role));
