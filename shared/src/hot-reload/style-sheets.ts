/** Style sheets by the module that they come from. */
const sheets = new Map<string, CSSStyleSheet>();

/**
 * Adds a module's style sheet to the page, or changes it. The policy of a site allows no `<style>` elements; sheets
 * that a script makes are not subject to it.
 * @public used by modules that platform/release/src/on-site/local-modules.ts makes
 */
export function updateStyle(module: string, css: string): void {
  let sheet = sheets.get(module);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheets.set(module, sheet);
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.replaceSync(css);
}

/**
 * Takes it away again.
 * @public used by modules that platform/release/src/on-site/local-modules.ts makes
 */
export function removeStyle(module: string): void {
  const sheet = sheets.get(module);
  sheets.delete(module);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
}
