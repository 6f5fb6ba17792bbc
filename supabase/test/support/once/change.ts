import type { Person, Shop } from '../shop.ts';
import type { LossyBrowser } from './lossy-browser.ts';

/** Where a change is tried. */
export interface Stage {
  readonly shop: Shop;
  readonly browser: LossyBrowser;
  /** The kind of person who is signed in. */
  signIn: (role: Exclude<keyof Shop['people'], 'other'>) => Promise<Person>;
}

/** The button of a form: sends what was typed. Called again it is pressed again. */
export type Press = () => Promise<unknown>;

/** A way in which the site changes something. */
export interface Change {
  /** Opens a form on something of its own. */
  begin(stage: Stage): Promise<Press>;
  /** Tables in which each press leaves a line on purpose, and why. */
  readonly counts?: Readonly<Record<string, string>>;
  /** It only reads, and is counted. */
  readonly reads?: true;
  /** Code of the answer to a press that comes after the change was made; without one it is told that it is done. */
  readonly afterwards?: string;
}
