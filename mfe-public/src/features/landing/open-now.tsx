import { useSyncExternalStore } from 'react';
import { describeOpening, openingState } from '@taller/shared/config/opening-hours.ts';
import { classNames } from '@taller/shared/ui/class-names.ts';
import { readFacts } from '@taller/shared/runtime';
import { landingTexts } from '#src/features/landing/texts.ts';
import styles from './open-now.module.css';

const EVERY_MS = 20_000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, EVERY_MS);
  return () => clearInterval(timer);
}

const whether = () => openingState(readFacts().hours).open;
const words = () => describeOpening(readFacts().hours);

/** Whether the shop is open, in its own time zone; null in prerendered HTML, which does not know the current time. */
function useOpenNow(): boolean | null {
  return useSyncExternalStore<boolean | null>(subscribe, whether, () => null);
}

/** 'Abierto ahora' or 'Cerrado', with the closing or opening time. Reserves its space while that is unknown. */
export function OpenNow({ onDeep = false }: { onDeep?: boolean }) {
  const open = useOpenNow();
  const detail = useSyncExternalStore(subscribe, words, () => '');
  return (
    <p className={classNames(styles.line, onDeep && styles.onDeep)} data-open={open ?? undefined}>
      {open !== null && (
        <>
          <span className={styles.sign}>
            <span className={styles.dot} aria-hidden="true" />
            {open ? landingTexts.open.now : landingTexts.open.closed}
          </span>
          <span>
            {open ? detail.replace('Abierto hasta', 'Hasta') : detail.replace('Cerrado, abre', 'Abre')}
          </span>
        </>
      )}
    </p>
  );
}
