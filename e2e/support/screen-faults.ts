import type { Page } from '@playwright/test';

/** Smallest size of a control in px (UI-01): WCAG 2.2 AA demands 24; a thumb needs 44. */
const PHONE_TARGET = 44;
const POINTER_TARGET = 24;
const PATIENCE_MS = 60_000;
/** Widths below are held in a hand. */
const PHONE_WIDTH = 600;
/** Windows from this width have room for the longest word (UI-35). */
const WHOLE_WORDS_FROM = 768;
/** Letters of the longest word that has to stay whole; a key that is held down types longer ones. */
const LONGEST_WORD = 24;
/** Most in rem that a control may reach over the edge of its row or cell: its text is aligned with others' texts. */
const OVERHANG = 0.5;
/** Room in px, without the gap between two cells, of which a text that is cut could have made use. */
const FREE_ROOM = 40;

/**
 * Between two placeholders there may be a moment without one, so the page is calm as many times in a row: between two
 * looks a frame's time passes, and the last of them are after frames that were drawn. Each frame that is asked for is
 * drawn, which takes more than all looks do, so not every look asks for one.
 */
const CALM = { loading: { looks: 20, frames: 2 }, resized: { looks: 4, frames: 4 } };
const FRAME_MS = 17;

/**
 * Resolves once nothing is loading or moving any more.
 * @param after what happened: a window of another size loads little.
 */
export async function settled(page: Page, after: keyof typeof CALM = 'loading'): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.evaluate(
    async ({ deadline, looks, frames, pause }) => {
      const isBusy = () => {
        const moving = document.getAnimations().some(({ effect }) => {
          const timing = effect?.getComputedTiming();
          return timing?.endTime !== Infinity && Number(timing?.duration) > 0;
        });
        const waiting = document.querySelectorAll('[role=status] > span[aria-hidden], [aria-busy=true]');
        return moving || [...waiting].some((element) => element.checkVisibility());
      };
      for (let calm = 0, started = performance.now(); calm < looks;) {
        await new Promise((done) =>
          calm < looks - frames ? setTimeout(done, pause) : requestAnimationFrame(done),
        );
        calm = isBusy() ? 0 : calm + 1;
        if (performance.now() - started > deadline) throw new Error('The screen is still loading or moving');
      }
      await document.fonts.ready;
    },
    { deadline: PATIENCE_MS, ...CALM[after], pause: FRAME_MS },
  );
}

/** Most that a page may move while it loads, as the sum of Chromium's layout shifts. */
const SHIFT_LIMIT = 0.01;

/** Layout shift since the page was opened, if above the limit: one line with the elements that moved most. */
export function shiftFaults(page: Page): Promise<string[]> {
  return page.evaluate(async (limit) => {
    interface LayoutShift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const entries = await new Promise<LayoutShift[]>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries() as LayoutShift[]));
      observer.observe({ type: 'layout-shift', buffered: true });
      // Without any shift the observer is never called.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
    });
    const counted = entries.filter((entry) => !entry.hadRecentInput);
    const total = counted.reduce((sum, { value }) => sum + value, 0);
    if (total <= limit) return [];
    const moved = counted.flatMap(({ value, sources }) =>
      sources.map(({ node, previousRect: from, currentRect: to }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        const text = element?.textContent.replaceAll(/\s+/g, ' ').trim().slice(0, 30) ?? '';
        return `${element?.localName ?? 'removed'} «${text}» ${Math.round(from.x)},${Math.round(from.y)}→${Math.round(to.x)},${Math.round(to.y)} ${Math.round(to.width)}×${Math.round(to.height)} (${value.toFixed(3)})`;
      }),
    );
    return [`moves while it loads by ${total.toFixed(3)}: ${moved.join(', ')}`];
  }, SHIFT_LIMIT);
}

/**
 * Layout faults of a page, one line for each element: the page scrolls sideways, a control is covered or too small, a
 * text is cut and cannot be read in full, the active tab is out of view, or there is not exactly one main heading. And
 * what a page that fits its window can still do to its lists: a word is broken, a text in a row is cut while the place
 * beside it is empty, a control reaches out of its row or its cell.
 * Checks the topmost dialog only, if one is open.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(inspect, {
    PHONE_TARGET,
    POINTER_TARGET,
    PHONE_WIDTH,
    WHOLE_WORDS_FROM,
    LONGEST_WORD,
    OVERHANG,
    FREE_ROOM,
  });
}

/* Runs in the page, so it refers to nothing outside of it. */
function inspect(limits: {
  PHONE_TARGET: number;
  POINTER_TARGET: number;
  PHONE_WIDTH: number;
  WHOLE_WORDS_FROM: number;
  LONGEST_WORD: number;
  OVERHANG: number;
  FREE_ROOM: number;
}): string[] {
  const root = document.documentElement;
  const least = innerWidth < limits.PHONE_WIDTH ? limits.PHONE_TARGET : limits.POINTER_TARGET;
  const dialogs = [
    ...document.querySelectorAll<HTMLElement>(
      '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]',
    ),
  ];
  const dialog = dialogs.filter((element) => element.checkVisibility()).at(-1);
  const scope: HTMLElement = dialog ?? document.body;
  const faults = new Set<string>();

  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getClientRects().length > 0 &&
    !element.closest('[inert], [aria-hidden=true]');
  /** Only for screen readers: a box of one pixel. */
  const isUnseen = (element: Element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { width, height } = at.getBoundingClientRect();
      if (getComputedStyle(at).position === 'absolute' && width <= 1 && height <= 1) return true;
    }
    return false;
  };
  const name = (element: Element) => {
    const label =
      element.getAttribute('aria-label') ??
      (element as HTMLInputElement).labels?.[0]?.textContent ??
      element.textContent ??
      element.getAttribute('name');
    const text = (label ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 50);
    return `${element.localName}${element.getAttribute('type') ? `[${element.getAttribute('type')}]` : ''} «${text}»`;
  };

  // Sideways.
  const excess = root.scrollWidth - root.clientWidth;
  if (excess > 0) {
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => isShown(element) && element.getBoundingClientRect().right > root.clientWidth + 1,
    );
    const cause = wide.find((element) => !wide.some((other) => other !== element && element.contains(other)));
    faults.add(`scrolls sideways by ${excess} px: ${cause ? name(cause) : '?'}`);
  }

  // Headings and tabs.
  const headings = [...document.querySelectorAll('h1')].filter(
    (heading) => heading.checkVisibility() && !heading.closest('[inert]'),
  );
  if (!dialog && headings.length !== 1) faults.add(`${headings.length} main headings`);
  for (const tab of scope.querySelectorAll('nav [aria-current=page], [role=tab][aria-selected=true]')) {
    if (!isShown(tab)) continue;
    const { left, right } = tab.getBoundingClientRect();
    if (left < -1 || right > root.clientWidth + 1) faults.add(`active tab out of view: ${name(tab)}`);
  }
  // Controls.
  const CONTROL =
    'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=option], [role=switch], [role=combobox]';
  const target = (control: Element) =>
    control.matches(
      'input[type=checkbox], input[type=radio], input[type=file], [role=switch], [role=checkbox]',
    )
      ? (control.closest('label') ?? (control as HTMLInputElement).labels?.[0] ?? control)
      : control;
  /** A link within a sentence is as high as its line. */
  const isInText = (control: Element) => {
    if (!control.matches('a, button') || getComputedStyle(control).display !== 'inline') return false;
    const around = control.parentElement?.textContent.trim() ?? '';
    return around.length > control.textContent.trim().length + 3;
  };
  const ROW = '[role=row], [role=listitem], li, tr';
  const CELL = '[role=cell], td';
  for (const control of scope.querySelectorAll<HTMLElement>(CONTROL)) {
    if (!isShown(control) || isUnseen(control)) continue;
    const area = target(control);
    area.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    // Nobody can scroll what is hidden sideways.
    for (let around = area.parentElement; around; around = around.parentElement)
      if (around.scrollLeft !== 0 && getComputedStyle(around).overflowX === 'hidden') around.scrollLeft = 0;
    // A text of many lines is in the window with the middle one.
    const lines = [...area.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    const box = lines[Math.floor(lines.length / 2)];
    if (!box) continue;
    for (const around of [area.parentElement?.closest(ROW) ?? dialog, area.parentElement?.closest(CELL)]) {
      if (!around?.contains(area) || around === area) continue;
      const outer = around.getBoundingClientRect();
      const out = Math.max(
        outer.left - box.left,
        box.right - outer.right,
        outer.top - box.top,
        box.bottom - outer.bottom,
      );
      if (out > limits.OVERHANG * parseFloat(getComputedStyle(root).fontSize))
        faults.add(`outside its box by ${Math.round(out)} px: ${name(control)}`);
    }
    // Shown when it gets the focus ('Saltar al contenido').
    if (box.bottom + scrollY <= 0) continue;
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    const belongs = (left: number, top: number) => {
      const hit = document.elementFromPoint(left, top);
      if (!hit) return false;
      return (
        area.contains(hit) ||
        control.contains(hit) ||
        (hit.contains(control) && hit !== root && hit !== document.body && hit.matches('label, button, a'))
      );
    };
    if (!control.matches(':disabled') && !belongs(x, y)) {
      const over = document.elementFromPoint(x, y);
      faults.add(`covered: ${name(control)} by ${over ? name(over) : 'the edge of the window'}`);
      continue;
    }
    if (isInText(control)) continue;
    // A pseudo-element that extends the control's box counts.
    const layers = ['::before', '::after'].map((layer) => getComputedStyle(control, layer));
    const [width, height] = (['width', 'height'] as const).map((side) =>
      Math.max(
        box[side],
        ...layers
          .filter(({ position }) => position === 'absolute')
          .map((layer) => parseFloat(layer[side]) || 0),
      ),
    ) as [number, number];
    const reaches = (dx: number, dy: number) => belongs(x + dx, y + dy) && belongs(x - dx, y - dy);
    const half = least / 2 - 1;
    const isWide = width >= least - 0.5 || reaches(half, 0);
    const isHigh = height >= least - 0.5 || reaches(0, half);
    if (!isWide || !isHigh)
      faults.add(
        `smaller than ${least} px: ${name(control)} ${Math.round(box.width)} × ${Math.round(box.height)}`,
      );
  }

  // Texts.
  const textRects = (node: Node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  };
  const lineCount = (rects: readonly DOMRect[]) => {
    const tops: number[] = [];
    for (const { top, height } of rects)
      if (!tops.some((other) => Math.abs(other - top) < height / 2)) tops.push(top);
    return tops.length;
  };
  const DRAWN = 'svg, img, canvas, input, select, textarea, button';
  const hasContent = (element: Element) =>
    isShown(element) &&
    (element.textContent.trim() !== '' || element.matches(DRAWN) || element.querySelector(DRAWN) !== null);
  const hasOwnBox = (element: Element) => getComputedStyle(element).display !== 'contents';
  const boxesIn = (element: Element): Element[] =>
    [...element.children].flatMap((child) => (hasOwnBox(child) ? [child] : boxesIn(child)));
  /** The most room beside an element within its row that nothing has: empty neighbours, or no neighbour. */
  const roomBeside = (element: Element): number => {
    const row = element.closest(ROW);
    let most = 0;
    let at = element;
    for (let around = at.parentElement; row?.contains(around); around = around?.parentElement ?? null) {
      if (!around || !hasOwnBox(around)) continue;
      const own = at.getBoundingClientRect();
      const outer = around.getBoundingClientRect();
      const { paddingLeft, paddingRight, columnGap } = getComputedStyle(around);
      let left = outer.left + parseFloat(paddingLeft);
      let right = outer.right - parseFloat(paddingRight);
      for (const other of boxesIn(around)) {
        if (other === at || !hasContent(other) || getComputedStyle(other).position === 'absolute') continue;
        const box = other.getBoundingClientRect();
        if (box.bottom <= own.top + 1 || box.top >= own.bottom - 1) continue;
        if (box.left >= own.right - 1) right = Math.min(right, box.left);
        if (box.right <= own.left + 1) left = Math.max(left, box.right);
      }
      const gap = parseFloat(columnGap) || 0;
      most = Math.max(most, right - own.right - gap, own.left - left - gap);
      at = around;
    }
    return most;
  };
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  const seen = new Set<Element>();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const owner = node.parentElement;
    if (!owner || seen.has(owner) || !node.textContent?.trim()) continue;
    seen.add(owner);
    if (!isShown(owner) || isUnseen(owner) || owner.matches('option, script, style, noscript')) continue;
    if (owner.closest('svg, select')) continue;
    const rects = textRects(node);
    // A hyphen is a place to break, too.
    const words = node.textContent.trim().split(/[\s-]+/);
    const mayBreak =
      owner.closest('pre, code') !== null || words.some((word) => word.length > limits.LONGEST_WORD);
    const lines = lineCount(rects);
    if (lines > words.length && innerWidth >= limits.WHOLE_WORDS_FROM && !mayBreak)
      faults.add(`${lines} lines for ${words.length} words: ${name(owner)}`);
    for (
      let around: Element | null = owner;
      around && around !== document.body;
      around = around.parentElement
    ) {
      if (!hasOwnBox(around)) continue;
      const style = getComputedStyle(around);
      const box = around.getBoundingClientRect();
      const scrolls = (value: string) => value === 'auto' || value === 'scroll';
      const cuts = (value: string) => value === 'hidden' || value === 'clip';
      const isCutX =
        cuts(style.overflowX) &&
        rects.some(({ left, right }) => right > box.right + 1.5 || left < box.left - 1.5);
      const isCutY =
        cuts(style.overflowY) &&
        rects.some(({ top, bottom }) => bottom > box.bottom + 3 || top < box.top - 3);
      if (isCutX || isCutY) {
        if (!owner.closest('[title]')) faults.add(`cut text: ${name(owner)}`);
        else if (isCutX && roomBeside(around) > limits.FREE_ROOM)
          faults.add(`cut beside ${Math.round(roomBeside(around))} px of free room: ${name(owner)}`);
        break;
      }
      if (scrolls(style.overflowX) || scrolls(style.overflowY)) break;
    }
  }

  scrollTo(0, 0);
  return [...faults];
}
