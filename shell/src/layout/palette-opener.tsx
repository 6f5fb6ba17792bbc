import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import Search from 'lucide-react/icons/search';
import { forgetChoices } from '@taller/shared/contract/recent-choices.ts';
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
import type { RemoteTarget } from '#src/routing/route-table.ts';
import { paletteTexts } from '#src/texts/palette.ts';
import { keepEarlyKeys } from './early-keys.ts';
import styles from './palette-opener.module.css';

const TARGET: RemoteTarget = { kind: 'remote', ...PALETTE };
const nothingTyped = (): EarlyKeys => ({ text: '', isEntered: false });
const IS_MAC = /Mac|iP(?:hone|ad)/.test(navigator.userAgent);

onSessionEnd(forgetChoices);

/**
 * The header's search button, and its keys Ctrl+K or ⌘K (UI-06). Over an open dialog they do nothing: its input has to
 * be saved or left first.
 */
export function PaletteOpener({ screens }: { screens: readonly Screen[] }) {
  const [isWanted, setWanted] = useState(false);
  const takeEarlyKeys = useRef(nothingTyped);
  const open = () => {
    if (!isWanted) takeEarlyKeys.current = keepEarlyKeys();
    setWanted(true);
    dispatchEvent(new Event(OPEN_PALETTE));
  };
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
