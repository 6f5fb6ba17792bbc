import type { Role } from '@taller/shared/access/roles.ts';
import type { CurrentUser } from '@taller/shared/runtime/current-user.ts';
import type { Route } from '@taller/server/http/router.ts';

/** A backend that a release is opened against. */
export interface Shop {
  route: Route;
  /** The signed-in user with a role, as the browser stores it (SHELL-06), and the tokens; null if there is none. */
  visitor: (role: Role) => { user: CurrentUser; tokens: object } | null;
  /** Address of a screen, for a role or everybody. */
  addressOf: (pattern: string, role: Role | null) => string;
  /** Time of its pages, in milliseconds; their own if it is missing. */
  now?: number;
  /** Ends the reason why a part is not shown. */
  name: string;
}
