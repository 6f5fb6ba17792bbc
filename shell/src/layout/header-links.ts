import type { Role } from '@taller/shared/access/roles.ts';
import { isOpenTo } from '@taller/shared/contract/screen-access.ts';
import { ROUTES } from '#src/routing/route-table.ts';

export interface HeaderLink {
  href: string;
  label: string;
  look: 'link' | 'button';
}

/** The header's links for a role, null when signed out (SHELL-01). */
export function headerLinks(role: Role | null): HeaderLink[] {
  return ROUTES.filter((route) => isOpenTo(route, role) && !(route.signedOut && role)).flatMap(
    ({ header: label, path, query, button }) =>
      label ? [{ href: query ? `${path}?${query}` : path, label, look: button ? 'button' : 'link' }] : [],
  );
}
