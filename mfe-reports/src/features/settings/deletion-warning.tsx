import { useEffect, useRef } from 'react';
import { Banner } from '@taller/shared/ui/banner.tsx';
import styles from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.data;

/**
 * Says what saving makes the next cleaning delete, and that another press confirms it (CFG-44). The warning takes the
 * focus and scrolls into view: the pressed button may be far away, and the next press deletes.
 */
export function DeletionWarning({ lines }: { lines: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (lines.length === 0) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }, [lines]);
  if (lines.length === 0) return null;
  return (
    <div ref={box} tabIndex={-1}>
      <Banner tone="warning" alert>
        <p className={styles.strong}>{texts.warning}</p>
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}.</li>
          ))}
        </ul>
        <p>{texts.confirm}</p>
      </Banner>
    </div>
  );
}
