/**
 * The styles that the contrast of each text and field depends on, every combination once: its own style, that of the
 * text around it, and the backgrounds behind it, up to the first opaque one. The document's tree does not tell the
 * backgrounds of a text placed outside of its element: such a text counts as a style of its own for this screen and
 * width. Disabled elements and those behind a dialog are omitted: nobody needs to read them, and axe skips them.
 *
 * Runs in the page, so it refers to nothing outside of it.
 */
export function textStyles(): string[] {
  const isWithin = (element: Element, around: Element) => {
    const [inner, outer] = [element.getBoundingClientRect(), around.getBoundingClientRect()];
    return (
      inner.left >= outer.left - 1 &&
      inner.right <= outer.right + 1 &&
      inner.top >= outer.top - 1 &&
      inner.bottom <= outer.bottom + 1
    );
  };
  const behind = new Map<Element, string>();
  /** The backgrounds of an element and of those that it lies in. */
  const backgroundsOf = (element: Element): string => {
    const known = behind.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
    const isOpaque = backgroundColor.startsWith('rgb(') && backgroundImage === 'none' && opacity === '1';
    const isClear = /^rgba\(.*, 0\)$/.test(backgroundColor) && backgroundImage === 'none' && opacity === '1';
    const around = element.parentElement;
    const isFree =
      position === 'fixed' ||
      (['absolute', 'sticky'].includes(position) && around !== null && !isWithin(element, around));
    const layers = [
      ...(isClear ? [] : [`${backgroundColor} ${backgroundImage} ${opacity}`]),
      ...(isFree && !isOpaque ? [`${location.pathname} ${innerWidth} ${element.getAttribute('class')}`] : []),
      ...(isOpaque || !around ? [] : [backgroundsOf(around)]),
    ];
    const all = layers.filter(Boolean).join(' < ');
    behind.set(element, all);
    return all;
  };
  const styleOf = (element: Element) => {
    const { color, fontSize, fontWeight, textDecorationLine, textShadow } = getComputedStyle(element);
    return `${color} ${fontSize} ${fontWeight} ${textDecorationLine} ${textShadow}`;
  };
  const UNREAD = '[inert], [aria-hidden=true], :disabled, [aria-disabled=true]';
  const isLookedAt = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest(UNREAD);
  const styles = new Set<string>();
  for (const field of document.querySelectorAll('input, select, textarea'))
    if (isLookedAt(field)) styles.add(`${styleOf(field)} on ${backgroundsOf(field)}`);
  const seen = new Set<Element>();
  // An inert part, as behind a dialog, is left out as a whole.
  const texts = document.createTreeWalker(
    document.body,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) =>
      node instanceof Text
        ? NodeFilter.FILTER_ACCEPT
        : (node as Element).matches(UNREAD)
          ? NodeFilter.FILTER_REJECT
          : NodeFilter.FILTER_SKIP,
  );
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    if (!element || seen.has(element) || !node.textContent?.trim()) continue;
    seen.add(element);
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const link = element.closest('a');
    const around = link?.parentElement ? ` in ${styleOf(link.parentElement)}` : '';
    styles.add(`${styleOf(element)}${around} on ${backgroundsOf(element)}`);
  }
  return [...styles];
}
