import { Banner } from '@taller/shared/ui/banner.tsx';
import styles from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.data;

/** What saving makes the next cleaning delete, and that another press confirms it (CFG-44). */
export function DeletionWarning({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <Banner tone="warning" alert>
      <p className={styles.strong}>{texts.warning}</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}.</li>
        ))}
      </ul>
      <p>{texts.confirm}</p>
    </Banner>
  );
}
