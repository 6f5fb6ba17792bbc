import { globSync, readFileSync } from 'node:fs';
import { parse, type Container, type Rule } from 'postcss';
import { expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

const PARENTHESES = /\([^()]*\)/;

/** The selectors of a rule with those of the rules around it. */
function wholeSelectors(rule: Rule): string[] {
  let around = rule.parent as Container | undefined;
  while (around && around.type !== 'rule') around = around.parent as Container | undefined;
  if (!around) return rule.selectors;
  return wholeSelectors(around as Rule).flatMap((outer) =>
    rule.selectors.map((own) => (own.includes('&') ? own.replaceAll('&', outer) : `${outer} ${own}`)),
  );
}

/** Whether a selector matches any element at all below or beside one that `:has()` something. */
function restylesAll(selector: string): boolean {
  let rest = selector;
  while (PARENTHESES.test(rest)) rest = rest.replace(PARENTHESES, '');
  const compounds = rest.split(/[\s>+~]+/);
  return compounds.pop() === '*' && compounds.some((compound) => compound.includes(':has'));
}

/** The selectors of a style sheet for which Chromium restyles the whole page whenever an element is added to it. */
function costlySelectors(css: string): string[] {
  const found: string[] = [];
  parse(css).walkRules((rule) => void found.push(...wholeSelectors(rule).filter(restylesAll)));
  return found;
}

test('UI-45 no style sheet restyles a whole screen for each row that is added to it', () => {
  expect(costlySelectors('.a:has(+ .b) { @media screen { & > * { margin: 0; } } }')).toEqual([
    '.a:has(+ .b) > *',
  ]);
  expect(costlySelectors('.a:has(> .b) > .c, .a:has(.b) [role], .a:has(> *) { margin: 0; }')).toEqual([]);
  const files = globSync('{shared,shell,mfe-*}/src/**/*.css', { cwd: inRoot('.') });
  expect(files.length).toBeGreaterThan(100);
  const costly = files.flatMap((file) =>
    costlySelectors(readFileSync(inRoot(file), 'utf8')).map((selector) => `${file}: ${selector}`),
  );
  expect(costly).toEqual([]);
});
