import type { CSSProperties } from 'react';
import { DEFAULT_TOKENS, brandingTokens } from '@taller/shared/config/branding-colors.ts';
import { classNames } from '@taller/shared/ui/class-names.ts';
import styles from './look.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.look;

/** The tokens of a colour as custom properties, for one scheme. */
function properties(color: string | null, scheme: 0 | 1): CSSProperties {
  const tokens = Object.entries({ ...DEFAULT_TOKENS, ...brandingTokens(color) });
  return Object.fromEntries(tokens.map(([name, pair]) => [`--color-${name}`, pair[scheme]]));
}

/** A button, a link and a band in a main colour, on light and on dark ground. They are pictures. */
export function ColorSamples({ color }: { color: string | null }) {
  return (
    <div className={styles.samples} role="img" aria-label={texts.samples}>
      {([0, 1] as const).map((scheme) => (
        <div
          key={scheme}
          className={classNames(styles.sample, scheme === 0 ? styles.lightSample : styles.darkSample)}
          style={properties(color, scheme)}
        >
          <span className={styles.sampleBand}>{texts.sampleBand}</span>
          <span className={styles.sampleButton}>{texts.sampleButton}</span>
          <span className={styles.sampleLink}>{texts.sampleLink}</span>
        </div>
      ))}
    </div>
  );
}
