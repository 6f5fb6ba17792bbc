import {
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PropsWithChildren,
  type ReactNode,
} from 'react';
import { lazyPart } from '@taller/shared/ui/lazy-part.tsx';
import { PeekHead } from './peek-head.tsx';
import type { PeekPanelProps } from './peek-panel.tsx';
import styles from './peek-place.module.css';
import { PeekWaiting } from './peek-waiting.tsx';
import { peekTexts } from './texts.ts';
import type { Peek } from './use-peek.ts';

/** Closes the panel, too, while its code is on its way or does not come. */
const PanelFrame = ({ onClose, children }: PropsWithChildren<PeekPanelProps>) => (
  <>
    <PeekHead onClose={onClose} />
    {children}
  </>
);

/** Loaded when the first order is looked at: the list is there sooner without it. */
const Panel = lazyPart<PeekPanelProps>(
  () => import('./peek-panel.tsx').then((module) => module.PeekPanel),
  <PeekWaiting />,
  PanelFrame,
);

interface PeekPlaceProps extends Omit<PeekPanelProps, 'id' | 'onClose'> {
  peek: Peek;
  /** Focuses the row of an order. */
  onFocusOrder: (id: string) => void;
  /** The list; the link of each row has the id of its order as `data-order-link`. */
  children: ReactNode;
}

const linkAt = (target: EventTarget) =>
  target instanceof HTMLElement ? target.closest<HTMLElement>('[data-order-link]') : null;

/** Whether a press on a row's link, which covers the row, is beside its words. */
function isBesideWords(link: HTMLElement, { clientX, clientY, detail }: MouseEvent): boolean {
  const { left, right, top, bottom } = link.getBoundingClientRect();
  // Enter has neither a place nor a count.
  return detail > 0 && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}

/**
 * The list and, on wide windows, an order beside it (ORD-85). Space and a press on a row's free area show it, the focus
 * in the list leads it on, F6 goes there and back, Escape closes it.
 */
export function PeekPlace({ peek, onFocusOrder, children, ...panelProps }: PeekPlaceProps) {
  const section = useRef<HTMLElement>(null);
  const closeToRow = () => {
    if (peek.id === null) return;
    const isInside = section.current?.contains(document.activeElement) ?? false;
    peek.close();
    if (isInside) onFocusOrder(peek.id);
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key } = event;
    // Menus and dialogs are elsewhere in the document, and a field's Escape is its own.
    if (event.defaultPrevented || !(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
    if (target.matches('input, select, textarea')) return;
    const id = linkAt(target)?.dataset.orderLink;
    if (key === ' ' && id !== undefined && peek.offered) {
      if (id === peek.id) peek.close();
      else peek.open(id);
    } else if (key === 'Escape' && peek.id !== null) {
      closeToRow();
    } else if (key === 'F6' && peek.id !== null) {
      if (section.current?.contains(target)) onFocusOrder(peek.id);
      else section.current?.focus();
    } else {
      return;
    }
    event.preventDefault();
  };
  const handleFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const id = linkAt(target)?.dataset.orderLink;
    // A press focuses too, and may be about to leave the screen.
    if (id !== undefined && target.matches(':focus-visible')) peek.follow(id);
  };
  const handlePress = (event: MouseEvent<HTMLElement>) => {
    peek.settle();
    const link = linkAt(event.target);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!peek.offered || !isPlain || !link?.dataset.orderLink || !isBesideWords(link, event)) return;
    event.preventDefault();
    peek.open(link.dataset.orderLink);
  };
  return (
    // The handlers catch keys and presses on the rows' links.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={peek.id === null ? styles.alone : styles.split}
      onKeyDown={handleKey}
      onFocus={handleFocus}
      onClickCapture={handlePress}
    >
      <div className={styles.list} data-beside={peek.id === null ? undefined : ''}>
        {children}
      </div>
      {peek.id !== null && (
        <div className={styles.place}>
          <section
            ref={section}
            className={styles.panel}
            aria-label={peekTexts.label}
            // A box that scrolls must be reachable by keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
          >
            <Panel id={peek.id} onClose={closeToRow} {...panelProps} />
          </section>
        </div>
      )}
    </div>
  );
}
