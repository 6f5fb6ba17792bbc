import styles from './spinner.module.css';

/** A spinner in the text's colour; decorative, so a text has to accompany it. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
