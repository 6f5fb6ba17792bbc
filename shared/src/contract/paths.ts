import { SCREENS } from '#src/contract/screens.ts';
import type { Screen } from '#src/contract/screen.ts';

type Screens = typeof SCREENS;

/** A route: `path` is the router's pattern, `getHref` builds a URL from its parameter. */
interface Address<Path extends string> {
  path: Path;
  getHref: (...value: Path extends `${string}:${string}` ? [value: string | number] : []) => string;
}

const toAddress = ({ path, query }: Screen) => ({
  path,
  getHref: (value?: string | number) =>
    path.replace(/:\w+/, () => encodeURIComponent(value ?? '')) + (query ? `?${query}` : ''),
});

/** Every route of the site, by the name of its screen. */
export const paths = Object.fromEntries(
  Object.entries(SCREENS).map(([name, screen]) => [name, toAddress(screen)]),
) as unknown as { readonly [Name in keyof Screens]: Address<Screens[Name]['path']> };
