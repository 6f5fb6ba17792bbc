import type { Page } from '@playwright/test';

/** Does to the page what a browser's translation does: each text goes into elements of its own, also later ones. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const wrap = (text: Text) => {
      if (!text.data.trim() || text.parentElement?.closest('font, script, style, textarea, option, svg'))
        return;
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      inner.append(text.data);
      text.replaceWith(outer);
    };
    const wrapAll = (root: Node) => {
      if (root instanceof Text) return wrap(root);
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(wrap);
    };
    new MutationObserver((changes) =>
      changes.forEach(({ target, addedNodes }) =>
        target instanceof Text ? wrap(target) : addedNodes.forEach(wrapAll),
      ),
    ).observe(document.body, { childList: true, subtree: true, characterData: true });
    wrapAll(document.body);
  });
}
