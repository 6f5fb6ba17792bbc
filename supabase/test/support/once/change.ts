import type { Person, Shop } from '../shop.ts';
import type { LossyBrowser } from './lossy-browser.ts';

/** Environment in which a mutation is tested. */
export interface Stage {
  readonly shop: Shop;
  readonly browser: LossyBrowser;
  /** The role of the signed-in user. */
  signIn: (role: Exclude<keyof Shop['people'], 'other'>) => Promise<Person>;
}

/** Submits the form. Called again, it is a retry. */
export type Press = () => Promise<unknown>;

/** A mutation of the site. */
export interface Change {
  /** Opens a form on its own test data. */
  begin(stage: Stage): Promise<Press>;
  /** Tables in which each submit adds a row on purpose, and why. */
  readonly counts?: Readonly<Record<string, string>>;
  /** Read-only, but counted. */
  readonly reads?: true;
  /** Error code of a retry after the change was made; without one the retry succeeds. */
  readonly afterwards?: string;
}
