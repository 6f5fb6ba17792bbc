import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import type { Screen } from '@taller/shared/contract/screen.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';

/** An HTML file of the site: the application with the preloads for its path. */
export interface Page {
  /** File name in the site's folder. */
  file: string;
  /** Title before scripts have run; the shop's name if absent. */
  title?: string;
  /** A page's path for search engines. */
  pathname?: string;
  /** Its description for search engines and link previews. */
  described?: Prerendered;
  /**
   * The remote's module that the address shows to everybody. Absent where it depends on the role, so that nobody
   * requests code of other roles.
   */
  remote?: { name: RemoteName; module: string; page?: string };
  /** A chunk of the shell, by source file. */
  shell?: string;
  /** Whether its screens read data. */
  query?: boolean;
  /** Whether the page follows a decision about a quote; without JavaScript it explains the next step. */
  thanks?: true;
  /** Whether the embedded server has pages without JavaScript for these paths. */
  plain?: boolean;
}

type Screens = typeof SCREENS;
type ScreenName = keyof Screens;
type Prerendered = {
  [Name in ScreenName]: Screens[Name] extends { prerendered: true } ? Name : never;
}[ScreenName];

const inCity = ({ shop }: ShopFacts) => (shop.address.city ? ` en ${shop.address.city}` : '');

const DESCRIPTIONS: Readonly<Record<Prerendered, (facts: ShopFacts) => string>> = {
  home: (facts) =>
    `${facts.shop.name}${inCity(facts)}: reparamos celulares y computadores. Diagnóstico claro, presupuesto antes de tocar nada y garantía por escrito. Consulta tu orden en línea.`,
  services: (facts) => {
    const names = facts.services.groups
      .flatMap(({ services }) => services.map(({ name }) => name))
      .slice(0, 6);
    const what = names.length > 0 ? `${names.join(', ')} y más` : 'Celulares y computadores';
    return `${what}: lo que repara ${facts.shop.name} todas las semanas${inCity(facts)}.`;
  },
  privacy: ({ shop }) =>
    `Qué datos personales guarda ${shop.fullName}, para qué, por cuánto tiempo, y cómo pedirlos, corregirlos o eliminarlos.`,
};

/** Descriptions for search engines and link previews; none for pages that are not indexed. */
export const descriptionOf = ({ described }: Page, facts: ShopFacts): string | undefined =>
  described && DESCRIPTIONS[described](facts);

/** Sources of the chunks that are preloaded beside the module of the remote: the first thing a visitor sees. */
const SOURCES: Readonly<Record<Prerendered, string> & Partial<Record<ScreenName, string>>> = {
  home: 'src/features/landing/landing-page.tsx',
  services: 'src/features/services/services-page.tsx',
  privacy: 'src/features/privacy/privacy-page.tsx',
  quoteDecision: 'src/features/quote-decision/quote-decision-page.tsx',
};

const AUTH = 'src/features/auth/auth-chunk.tsx';

/** First segment of a path, which determines the HTML file. */
const segmentOf = (screen: Screen) => screen.path.split('/')[1] || 'index';

/** The remote's module that all of these show to everybody, if it is the same. */
function commonRemote(screens: readonly Screen[]): { name: RemoteName; module: string } | undefined {
  const [first] = screens;
  const agree = screens.every(
    ({ permission, remote, module }) => !permission && remote === first?.remote && module === first?.module,
  );
  if (!agree || !first?.remote) return undefined;
  return { name: first.remote, module: first.module ?? 'routes' };
}

function pageOf(segment: string, entries: readonly [name: ScreenName, screen: Screen][]): Page {
  const screens = entries.map(([, screen]) => screen);
  const [[name, first] = []] = entries;
  const remote = commonRemote(screens);
  return {
    file: `${segment}.html`,
    ...(first?.prerendered && {
      title: first.title,
      pathname: first.path,
      described: name as Prerendered,
    }),
    ...(remote && { remote: { ...remote, page: name && SOURCES[name] } }),
    ...(screens.every(({ shell }) => shell) && { shell: AUTH }),
    ...(screens.every(({ permission }) => permission) && { query: true }),
    ...(screens.some(({ plain }) => plain) && { plain: true }),
    ...(name === 'thanksApproved' && { thanks: true as const }),
  };
}

function bySegment(): Map<string, [name: ScreenName, screen: Screen][]> {
  const groups = new Map<string, [ScreenName, Screen][]>();
  for (const entry of Object.entries(SCREENS) as [ScreenName, Screen][]) {
    const segment = segmentOf(entry[1]);
    groups.set(segment, [...(groups.get(segment) ?? []), entry]);
  }
  return groups;
}

/** One page per first segment of the paths; 200.html is the fallback. */
export const PAGES: readonly Page[] = [
  ...[...bySegment()].map(([segment, entries]) => pageOf(segment, entries)),
  { file: '200.html' },
];

/**
 * Path prefixes excluded from crawling: a quote's link is a capability, and screens behind the sign-in are not useful
 * as search results.
 */
export function privatePrefixes(): string[] {
  const prefixes = Object.values<Screen>(SCREENS).flatMap((screen) => {
    if (screen.prerendered || screen.shell) return [];
    if (screen.path.split('/').length > 2) return [`/${segmentOf(screen)}/`];
    return screen.permission ? [screen.path] : [];
  });
  const all = [...new Set(prefixes)];
  return all.filter((prefix) => !all.some((other) => other !== prefix && prefix.startsWith(other)));
}
