import { parse, type AtRule, type Rule } from 'postcss';
import type { Plugin } from 'vite';

/** A class as cssModules names it: with a hash of its file. */
const OWN_CLASS = /\.[\w-]+_[0-9a-f]{6}(?![\w-])/;
const OWN_NAME = /^[\w-]+_[0-9a-f]{6}$/;
/** At-rules that only say when the rules inside them apply. */
const CONDITIONS = ['media', 'supports', 'container', 'starting-style'];

const isKeyframes = (rule: AtRule) => rule.name.endsWith('keyframes');

/** Whether a rule stands inside another one, whose selector it has, or is a step of an animation. */
function isInside(rule: Rule): boolean {
  for (let around = rule.parent; around && around.type !== 'root'; around = around.parent as typeof around) {
    if (around.type === 'rule') return true;
    if (around.type === 'atrule' && isKeyframes(around)) return true;
  }
  return false;
}

/**
 * What a style sheet says of elements that are not of its own CSS Modules: selectors without one of their classes, and
 * at-rules that hold for the whole page.
 */
export function unscopedParts(css: string): string[] {
  const found: string[] = [];
  const root = parse(css);
  root.walkRules((rule) => {
    if (!isInside(rule)) found.push(...rule.selectors.filter((selector) => !OWN_CLASS.test(selector)));
  });
  root.walkAtRules((rule) => {
    const isOwn = isKeyframes(rule) ? OWN_NAME.test(rule.params) : CONDITIONS.includes(rule.name);
    if (!isOwn) found.push(`@${rule.name} ${rule.params}`.trim());
  });
  return found;
}

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
      const found = Object.values(bundle).flatMap((file) =>
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
