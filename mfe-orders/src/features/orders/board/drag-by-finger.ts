/** How long a finger rests on a card before it holds it. */
const HOLD_MS = 350;
/** How far it may tremble meanwhile: beyond that it scrolls. */
const TREMBLE_PX = 10;
/** Pixels that a card held at the board's side scrolls it, each frame. */
const SIDE_PX = 40;
const SCROLL_PX = 10;

interface FingerActs {
  onStart: (card: HTMLElement) => void;
  /** The column under the finger; null for none. */
  onOver: (column: HTMLElement | null) => void;
  onDrop: (card: HTMLElement, column: HTMLElement | null) => void;
}

interface Press {
  card: HTMLElement;
  begin: Touch;
  last: Touch;
  column: HTMLElement | null;
  /** The element that follows the finger while a card is dragged. */
  ghost: HTMLElement | null;
}

/** A copy of a card where it stands. */
function ghostOf(card: HTMLElement, className: string): HTMLElement {
  const { left, top, width } = card.getBoundingClientRect();
  const ghost = card.cloneNode(true) as HTMLElement;
  delete ghost.dataset.card;
  ghost.inert = true;
  ghost.classList.add(className);
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
  return ghost;
}

const columnAt = ({ clientX, clientY }: Touch) =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-column]') ?? null;

const distance = (one: Touch, other: Touch) =>
  Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

/**
 * Lets a finger move the cards `[data-card]` of a board to its columns `[data-column]`: a long press holds one, a swipe
 * scrolls as everywhere. Browsers differ in whether a touch drags, and some never do, so theirs does not begin here.
 * @returns a function that ends it.
 */
export function dragByFinger(board: HTMLElement, ghostClass: string, acts: FingerActs): () => void {
  const listening = new AbortController();
  let press: Press | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;

  const follow = (held: Press) => {
    const { ghost, begin, last } = held;
    if (ghost) ghost.style.translate = `${last.clientX - begin.clientX}px ${last.clientY - begin.clientY}px`;
    const column = columnAt(last);
    if (column === held.column) return;
    held.column = column;
    acts.onOver(column);
  };
  const scrollAtSide = () => {
    if (!press?.ghost) return;
    const { left, right } = board.getBoundingClientRect();
    const { clientX } = press.last;
    board.scrollLeft += clientX < left + SIDE_PX ? -SCROLL_PX : clientX > right - SIDE_PX ? SCROLL_PX : 0;
    follow(press);
    frame = requestAnimationFrame(scrollAtSide);
  };
  const hold = () => {
    if (!press) return;
    press.ghost = ghostOf(press.card, ghostClass);
    document.body.append(press.ghost);
    acts.onStart(press.card);
    scrollAtSide();
  };
  /** Ends a press. @returns it, if it held its card. */
  const release = (): Press | null => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    const held = press?.ghost ? press : null;
    held?.ghost?.remove();
    press = null;
    return held;
  };
  const drop = (column: (held: Press) => HTMLElement | null) => {
    const held = release();
    if (held) acts.onDrop(held.card, column(held));
    return held !== null;
  };

  const listen = <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ) => board.addEventListener(type, listener, { signal: listening.signal, passive: false, capture: true });
  listen('touchstart', ({ touches: [touch, second], target }) => {
    drop(() => null);
    const pressed = target instanceof Element && !target.closest('button') ? target : null;
    const card = pressed?.closest<HTMLElement>('[data-card][draggable="true"]');
    if (!card || !touch || second) return;
    press = { card, begin: touch, last: touch, column: null, ghost: null };
    timer = setTimeout(hold, HOLD_MS);
  });
  listen('touchmove', (event) => {
    const [touch] = event.touches;
    if (!press || !touch) return;
    press.last = touch;
    if (press.ghost) {
      event.preventDefault();
      follow(press);
    } else if (distance(press.begin, touch) > TREMBLE_PX) release();
  });
  // No click follows a drop.
  listen('touchend', (event) => drop(({ column }) => column) && event.preventDefault());
  listen('touchcancel', () => void drop(() => null));
  for (const type of ['dragstart', 'contextmenu'] as const)
    listen(type, (event) => {
      if (!press) return;
      event.preventDefault();
      event.stopPropagation();
    });
  return () => {
    listening.abort();
    drop(() => null);
  };
}
