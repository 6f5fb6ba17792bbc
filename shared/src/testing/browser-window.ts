const REM = 16;

/** Whether every width of a media query fits; any other condition does not. */
function fits(query: string, width: number): boolean {
  const widths = [...query.matchAll(/\((min|max)-width: ([\d.]+)(rem|px)\)/g)];
  return (
    widths.length > 0 &&
    widths.every(([, bound, size, unit]) => {
      const limit = Number(size) * (unit === 'rem' ? REM : 1);
      return bound === 'min' ? width >= limit : width <= limit;
    })
  );
}

/** Nothing has a size in jsdom, so nothing changes it. */
class NoResize implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/**
 * Gives jsdom what it lacks of a window, unless the test has given it: media queries of a width, sizes, scrolling,
 * the browser's own dialogs.
 * @returns what takes it away.
 */
export function openWindow(width: number): () => void {
  const parts: readonly [object: object, name: string, part: unknown][] = [
    [globalThis, 'ResizeObserver', NoResize],
    [
      globalThis,
      'matchMedia',
      (query: string) => Object.assign(new EventTarget(), { matches: fits(query, width), media: query }),
    ],
    [Element.prototype, 'scrollIntoView', () => undefined],
    [
      HTMLDialogElement.prototype,
      'showModal',
      function showModal(this: HTMLDialogElement) {
        this.open = true;
      },
    ],
    [
      HTMLDialogElement.prototype,
      'close',
      function close(this: HTMLDialogElement) {
        this.open = false;
      },
    ],
  ];
  const lacking = parts
    .filter(([object, name]) => Reflect.get(object, name) === undefined)
    .map(([object, name, part]) => {
      const before = Object.getOwnPropertyDescriptor(object, name);
      Object.defineProperty(object, name, { value: part, configurable: true, writable: true });
      return { object, name, before };
    });
  const usualWidth = globalThis.innerWidth;
  globalThis.innerWidth = width;
  return () => {
    globalThis.innerWidth = usualWidth;
    for (const { object, name, before } of lacking) {
      if (before) Object.defineProperty(object, name, before);
      else Reflect.deleteProperty(object, name);
    }
  };
}
