import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import Search from 'lucide-react/icons/search';
import { deleteChoices } from '@taller/shared/contract/recent-choices.ts';
import type { Screen } from '@taller/shared/contract/screen.ts';
import {
  OPEN_PALETTE,
  PALETTE,
  PALETTE_SHOWN,
  type EarlyKeys,
  type PaletteSite,
} from '@taller/shared/contract/widgets.ts';
import { onSessionEnd } from '@taller/shared/runtime';
import { PartBoundary } from '#src/remotes/part-boundary.tsx';
import { QueryArea } from '#src/remotes/query-area.tsx';
import { RemoteWidget } from '#src/remotes/remote-screen.tsx';
import { watchScans } from '#src/layout/watch-scans.ts';
import type { RemoteTarget } from '#src/routing/route-table.ts';
import { paletteTexts } from '#src/texts/palette.ts';
import styles from './palette-opener.module.css';

/** The palette does not come: its keys are the page's again, after this many ms. */
const PATIENCE_MS = 10_000;

/**
 * Keeps what is typed between the palette's keys and its field, which is loaded when it is first asked for: the letters
 * would be lost, or be commands of the screen behind.
 * @returns what was typed, for the field that has the focus now; it gets the next keys itself.
 */
function keepEarlyKeys(): () => EarlyKeys {
  const early = { text: '', isEntered: false };
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === 'Escape' || key === 'Tab') return stop();
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key === 'Enter') early.isEntered = early.text !== '';
    else if (key === 'Backspace') early.text = early.text.slice(0, -1);
    else if (key.length === 1) early.text += key;
  };
  const stop = () => {
    clearTimeout(timer);
    removeEventListener('keydown', handleKey, true);
    removeEventListener('pointerdown', stop, true);
  };
  const timer = setTimeout(stop, PATIENCE_MS);
  addEventListener('keydown', handleKey, true);
  addEventListener('pointerdown', stop, true);
  return () => {
    stop();
    return early;
  };
}

const TARGET: RemoteTarget = { kind: 'remote', ...PALETTE };
const nothingTyped = (): EarlyKeys => ({ text: '', isEntered: false });
const IS_MAC = /Mac|iP(?:hone|ad)/.test(navigator.userAgent);

onSessionEnd(deleteChoices);

/**
 * The header's search button, and its keys Ctrl+K or ⌘K (UI-06). Over an open dialog they do nothing: its input has to
 * be saved or left first. What a scanner types goes to its field too, entered (REC-99).
 */
export function PaletteOpener({ screens }: { screens: readonly Screen[] }) {
  const [isWanted, setWanted] = useState(false);
  const takeEarlyKeys = useRef(nothingTyped);
  const open = () => {
    if (!isWanted) takeEarlyKeys.current = keepEarlyKeys();
    setWanted(true);
    dispatchEvent(new Event(OPEN_PALETTE));
  };
  const openScan = useEffectEvent((text: string) => {
    takeEarlyKeys.current = () => ({ text, isEntered: true, isScanned: true });
    setWanted(true);
    dispatchEvent(new Event(OPEN_PALETTE));
  });
  useEffect(() => watchScans((text) => openScan(text)), []);
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
    event.preventDefault();
    if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) open();
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => handleKey(event);
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  }, []);
  useEffect(() => {
    const handleShown = (event: Event) => {
      const site: PaletteSite = {
        screens,
        takeEarlyKeys: () => {
          const take = takeEarlyKeys.current;
          takeEarlyKeys.current = nothingTyped;
          return take();
        },
      };
      Object.assign((event as CustomEvent<PaletteSite>).detail, site);
    };
    addEventListener(PALETTE_SHOWN, handleShown);
    return () => removeEventListener(PALETTE_SHOWN, handleShown);
  }, [screens]);

  return (
    <>
      <button
        type="button"
        className={styles.opener}
        aria-label={paletteTexts.open}
        aria-keyshortcuts={IS_MAC ? 'Meta+K' : 'Control+K'}
        onClick={open}
      >
        <Search aria-hidden="true" size={18} />
        <span className={styles.label}>{paletteTexts.search}</span>
        <kbd className={styles.keys}>{IS_MAC ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {isWanted && (
        <PartBoundary name={`${PALETTE.remote}/${PALETTE.module}`} small>
          <Suspense fallback={null}>
            <QueryArea>
              <RemoteWidget target={TARGET} />
            </QueryArea>
          </Suspense>
        </PartBoundary>
      )}
    </>
  );
}
