import { list, parse, type AtRule, type Rule } from 'postcss';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { inRoot } from '#src/workspace/root.ts';

/** A class as cssModules names it: with a hash of its file. */
const OWN_CLASS = /\.[\w-]+_[0-9a-f]{6}(?![\w-])/;
const OWN_NAME = /^[\w-]+_[0-9a-f]{6}$/;
/** At-rules that only say when the rules inside them apply. */
const CONDITIONS = ['media', 'supports', 'container', 'starting-style'];

const isKeyframes = (rule: AtRule) => rule.name.endsWith('keyframes');

/** The kind of the nearest ancestor: a rule, whose selector applies to it, or an animation, of which it is a step. */
function enclosing(rule: Rule): 'rule' | 'keyframes' | null {
  for (let around = rule.parent; around && around.type !== 'root'; around = around.parent as typeof around) {
    if (around.type === 'rule') return 'rule';
    if (around.type === 'atrule' && isKeyframes(around)) return 'keyframes';
  }
  return null;
}

const ATTRIBUTE = /\[(?:"[^"]*"|'[^']*'|[^\]"'])*\]/g;
/** A pseudo-class with a list that has no further list inside. */
const INNERMOST_LIST = /:(?<name>[\w-]+)\((?<inside>[^()]*)\)/;
const ANY_OWN = '.own_000000';

/**
 * Whether a selector only matches where an own class is. `:not()` with an own class matches everywhere else, and a list
 * such as `:is()` only counts if each alternative has one. `:has()` counts: it stops matching once the own element is
 * removed.
 */
function isOwnSelector(selector: string): boolean {
  let rest = selector.replaceAll(ATTRIBUTE, '');
  for (let match = INNERMOST_LIST.exec(rest); match; match = INNERMOST_LIST.exec(rest)) {
    const { name = '', inside = '' } = match.groups ?? {};
    const counts = name !== 'not' && list.comma(inside).every((alternative) => OWN_CLASS.test(alternative));
    rest = rest.replace(match[0], counts ? ANY_OWN : '');
  }
  return OWN_CLASS.test(rest);
}

/** The selectors of a rule that reach beyond own elements. */
function foreignSelectors(rule: Rule): string[] {
  const around = enclosing(rule);
  if (around === 'keyframes') return [];
  if (around === null) return rule.selectors.filter((selector) => !isOwnSelector(selector));
  // Inside another rule, a selector without '&' stands below that rule's, which is checked by itself.
  return rule.selectors.filter(
    (selector) => selector.includes('&') && !isOwnSelector(selector.replaceAll('&', ANY_OWN)),
  );
}

/**
 * Finds the parts of a style sheet that affect elements outside its own CSS Modules: selectors without one of their
 * classes, and at-rules that apply to the whole page.
 */
export function unscopedParts(css: string): string[] {
  const found: string[] = [];
  const root = parse(css);
  root.walkRules((rule) => {
    found.push(...foreignSelectors(rule));
  });
  root.walkAtRules((rule) => {
    const isOwn = isKeyframes(rule) ? OWN_NAME.test(rule.params) : CONDITIONS.includes(rule.name);
    if (!isOwn) found.push(`@${rule.name} ${rule.params}`.trim());
  });
  return found;
}

/** Style sheets that are part of a script as text: what becomes of them on the page cannot be read from the build. */
const AS_TEXT = /\.css\?(?:.*&)?(?:inline|raw)(?:&|$)/;

/**
 * Refuses a remote's build whose styles reach beyond its own elements (SHELL-66): they would restyle the shell and all
 * other remotes, and stay when the remote is left. A layer does not hold them back: it only makes them weaker.
 */
export const scopedStyles = (remote: string): Plugin => ({
  name: 'taller-scoped-styles',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const files = Object.values(bundle);
      const chunks = files.filter((file) => file.type === 'chunk');
      const asText = chunks.flatMap(({ moduleIds }) => moduleIds).find((id) => AS_TEXT.test(id));
      if (asText !== undefined)
        this.error(
          `${remote} lleva estilos como texto (${relative(inRoot(), asText)}), que pueden cambiar todo el sitio. ` +
            'Ponlos en un archivo .module.css, en una clase.',
        );
      const found = files.flatMap((file) =>
        file.type === 'asset' && file.fileName.endsWith('.css')
          ? unscopedParts(typeof file.source === 'string' ? file.source : Buffer.from(file.source).toString())
          : [],
      );
      if (found.length === 0) return;
      this.error(
        `${remote} lleva estilos que cambian todo el sitio: ${[...new Set(found)].slice(0, 5).join(', ')}. ` +
          'Ponlos en un archivo .module.css, en una clase.',
      );
    },
  },
});
