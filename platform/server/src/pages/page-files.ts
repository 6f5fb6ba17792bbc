import { FACTS_ELEMENT_ID, type ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { REGISTRY_ELEMENT_ID } from '@taller/shared/contract/registry.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { searchFiles, searchHead } from './head.ts';
import { inlineJson } from './inline-json.ts';
import type { ReleaseBranding } from './branding.ts';
import { scriptlessNote } from './noscript.ts';
import type { Templates } from './templates.ts';

/** Place in the shell's template for the tags of a page. */
export const HEAD_PLACE = '<!--head-->';
const EMPTY_ROOT = '<div id="root"></div>';
const TITLE = /<title>[^<]*<\/title>/;

/** The registry as a file, which open tabs request. */
export const REGISTRY_FILE = 'remotes.json';

const jsonScript = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${inlineJson(value)}</script>`;

/** The content of the pages. */
export interface Shown {
  facts: ShopFacts;
  branding: ReleaseBranding;
  /** Prerendered HTML by path. */
  rendered: ReadonlyMap<string, string>;
}

/** A page of the site: the shell's template with the registry, the shop's details, and the preloads of its path. */
function fillPage(
  { page, links }: Templates['pages'][number],
  { registry, html }: Templates,
  { facts, rendered }: Omit<Shown, 'branding'>,
  siteUrl: string,
): string {
  const title = page.title ? `${page.title} · ${facts.shop.name}` : facts.shop.fullName;
  const head = [...searchHead(page, title, facts, siteUrl), ...links].join('\n    ');
  // After the shell's own tags: a slow network brings the names of its files first.
  const data = [jsonScript(REGISTRY_ELEMENT_ID, registry), jsonScript(FACTS_ELEMENT_ID, facts)].join(
    '\n    ',
  );
  const content = page.pathname === undefined ? undefined : rendered.get(page.pathname);
  const root =
    content === undefined
      ? EMPTY_ROOT + scriptlessNote(page, facts)
      : `<div id="root" data-prerendered="${page.pathname}">${content}</div>`;
  return html
    .replace(HEAD_PLACE, () => head)
    .replace('</head>', () => `${data}\n  </head>`)
    .replace(TITLE, () => `<title>${escapeHtml(title)}</title>`)
    .replace(EMPTY_ROOT, () => root);
}

/** Every file of a site that depends on the shop's facts, except those of its branding: content by file name. */
export function pageFiles(templates: Templates, { facts, branding, rendered }: Shown): Map<string, string> {
  const siteUrl = (templates.siteUrl ?? facts.shop.website).replace(/\/$/, '');
  const dressed = { ...templates, html: branding.dress(templates.html) };
  const pages = templates.pages.map((template): [string, string] => [
    template.page.file,
    fillPage(template, dressed, { facts, rendered }, siteUrl),
  ]);
  const search = searchFiles(
    templates.pages.map(({ page }) => page),
    facts,
    siteUrl,
    branding,
  );
  return new Map([...search, ...pages, [REGISTRY_FILE, JSON.stringify(templates.registry)]]);
}
