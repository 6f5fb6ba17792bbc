import { REGISTRY_ELEMENT_ID, type Registry, type RegistryRemote } from '@taller/shared/contract/registry.ts';
import { inlineJson } from '@taller/server/pages/inline-json.ts';

/** A registry with another entry for one remote. */
export const withLocal = (registry: Registry, local: RegistryRemote): Registry => ({
  ...registry,
  remotes: [
    ...registry.remotes.map((remote) => (remote.name === local.name ? local : remote)),
    // An external remote can be developed before a site has it.
    ...(local.screens && !registry.remotes.some(({ name }) => name === local.name) ? [local] : []),
  ],
});

const REGISTRY = new RegExp(
  `(?<start><script type="application/json" id="${REGISTRY_ELEMENT_ID}">)(?<json>[^<]*)(?=</script>)`,
);
const LINK = /<link\b[^>]*>\s*/g;
const HREF = /\shref="(?<href>[^"]*)"/;
const PRERENDERED = /<div id="root" data-prerendered="[^"]*">/;

const folderOf = (entry: string) => entry.slice(0, entry.lastIndexOf('/') + 1);

/** Folders of the builds of a remote that a page may name. */
function foldersOf({ remotes }: Registry, name: string): string[] {
  const running = remotes.find((remote) => remote.name === name);
  return [`/remotes/${name}/`, ...(running ? [folderOf(running.entry)] : [])];
}

/** The position after the element that begins with the `<div>` at `start`; the text's end if it does not end. */
function endOfDiv(html: string, start: number): number {
  let depth = 0;
  for (const tag of html.slice(start).matchAll(/<div\b|<\/div>/g)) {
    depth += tag[0] === '</div>' ? -1 : 1;
    if (depth === 0) return start + tag.index + tag[0].length;
  }
  return html.length;
}

/** Removes a page's prerendered content. */
function withoutPrerendered(html: string): string {
  const start = PRERENDERED.exec(html)?.index;
  if (start === undefined) return html;
  return `${html.slice(0, start)}<div id="root"></div>${html.slice(endOfDiv(html, start))}`;
}

/**
 * Replaces a published remote in a page by the one under development: changes its entry in the registry, and removes
 * the preloads, style sheets and prerendered content of its builds. The rest of the page is unchanged.
 */
export function rewritePage(html: string, local: RegistryRemote): string {
  const found = REGISTRY.exec(html);
  if (!found?.groups) return html;
  const { start = '', json = '' } = found.groups;
  const registry = JSON.parse(json) as Registry;
  const replaced = html.replace(REGISTRY, () => start + inlineJson(withLocal(registry, local)));
  const folders = foldersOf(registry, local.name);
  const isOfRemote = (link: string) => {
    const href = HREF.exec(link)?.groups?.href ?? '';
    return folders.some((folder) => href.startsWith(folder));
  };
  const without = replaced.replaceAll(LINK, (link) => (isOfRemote(link) ? '' : link));
  // Only pages of that remote name its files.
  return without === replaced ? replaced : withoutPrerendered(without);
}
