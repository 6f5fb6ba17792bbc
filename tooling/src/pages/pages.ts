import { shop } from '@taller/shared/config/shop.ts';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import type { Screen } from '@taller/shared/contract/screen.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';

/** An HTML file of the site: the application with the preloads of what its address will need. */
export interface Page {
  /** File name in the site's folder. */
  file: string;
  /** Title before any script has run; the shop's name alone if absent. */
  title?: string;
  /** Address of a page for search engines. */
  pathname?: string;
  /** What search engines and link previews say of it. */
  description?: string;
  /** The remote's module that the address shows to everybody. Absent where it depends on who is signed in: that code is not even requested for the others. */
  remote?: { name: RemoteName; module: string; page?: string };
  /** A chunk of the shell, by its source. */
  shell?: string;
  /** Whether the screens behind it read data. */
  query?: boolean;
  /** Whether the embedded server has pages for these addresses that need no script. */
  plain?: boolean;
}

type Screens = typeof SCREENS;
type ScreenName = keyof Screens;
type Prerendered = {
  [Name in ScreenName]: Screens[Name] extends { prerendered: true } ? Name : never;
}[ScreenName];

/** What search engines and link previews say of the pages that are rendered for them. */
const DESCRIPTIONS: Readonly<Record<Prerendered, string>> = {
  home: `Reparamos celulares y computadores en ${shop.address.city}: diagnóstico claro, presupuesto antes de tocar nada y garantía por escrito. Consulta tu orden en línea.`,
  services: `Cambio de pantalla y batería, conectividad, recuperación de datos, mantención, respaldo y más: lo que reparamos todas las semanas en ${shop.address.city}.`,
  privacy: `Qué datos personales guarda ${shop.fullName}, para qué, por cuánto tiempo, y cómo pedirlos, corregirlos o eliminarlos.`,
};

/** Sources of the chunks that are preloaded beside the module of the remote: the first thing a visitor sees. */
const SOURCES: Readonly<Record<Prerendered, string> & Partial<Record<ScreenName, string>>> = {
  home: 'src/features/landing/landing-page.tsx',
  services: 'src/features/services/services-page.tsx',
  privacy: 'src/features/privacy/privacy-page.tsx',
  quoteDecision: 'src/features/quote-decision/quote-decision-page.tsx',
};

const AUTH = 'src/features/auth/auth-chunk.tsx';

/** First segment of an address, which names the file that answers it. */
const segmentOf = (screen: Screen) => screen.path.split('/')[1] || 'index';

/** The remote's module that all of these show to everybody, if they agree. */
function commonRemote(screens: readonly Screen[]): { name: RemoteName; module: string } | undefined {
  const [first] = screens;
  const agree = screens.every(
    ({ permission, remote, module }) => !permission && remote === first?.remote && module === first?.module,
  );
  if (!agree || !first?.remote) return undefined;
  return { name: first.remote as RemoteName, module: first.module ?? 'routes' };
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
      description: DESCRIPTIONS[name as Prerendered],
    }),
    ...(remote && { remote: { ...remote, page: name && SOURCES[name] } }),
    ...(screens.every(({ shell }) => shell) && { shell: AUTH }),
    ...(screens.every(({ permission }) => permission) && { query: true }),
    ...(screens.some(({ plain }) => plain) && { plain: true }),
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

/** One page per first segment of the addresses; 200.html answers all others. */
export const PAGES: readonly Page[] = [
  ...[...bySegment()].map(([segment, entries]) => pageOf(segment, entries)),
  { file: '200.html' },
];

/** Beginnings of addresses that crawlers leave alone: a quote's link is a capability, and what somebody sees who is signed in is nobody's search result. */
export function privatePrefixes(): string[] {
  const prefixes = Object.values<Screen>(SCREENS).flatMap((screen) => {
    if (screen.prerendered || screen.shell) return [];
    if (screen.path.split('/').length > 2) return [`/${segmentOf(screen)}/`];
    return screen.permission ? [screen.path] : [];
  });
  const all = [...new Set(prefixes)];
  return all.filter((prefix) => !all.some((other) => other !== prefix && prefix.startsWith(other)));
}
