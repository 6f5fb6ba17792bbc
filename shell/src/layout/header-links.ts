import { paths } from '@taller/shared/contract/paths.ts';
import { mayOpen } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { es } from '#src/texts/es.ts';

export interface HeaderLink {
  href: string;
  label: string;
  look: 'link' | 'button';
}

/** The header's links for a role, null when signed out (SHELL-01). */
export function headerLinks(role: Role | null): HeaderLink[] {
  const link = (href: string, label: string, look: HeaderLink['look'] = 'link') => ({ href, label, look });
  const links = [
    link(paths.home.getHref(), es.header.home),
    link(paths.services.getHref(), es.header.services),
  ];
  if (!role) {
    return [
      ...links,
      link(paths.auth.getHref(), es.header.signIn),
      link(paths.register.getHref(), es.header.register, 'button'),
    ];
  }
  links.push(
    link(paths.dashboard.getHref(), es.header.dashboard),
    link(paths.profile.getHref(), es.header.profile),
  );
  if (mayOpen(role, 'stock')) {
    links.push(
      link(paths.inventory.getHref(), es.header.inventory),
      link(paths.screenOrders.getHref(), es.header.screenOrders),
    );
  }
  if (mayOpen(role, 'reports')) links.push(link(paths.reports.getHref(), es.header.reports));
  return links;
}
