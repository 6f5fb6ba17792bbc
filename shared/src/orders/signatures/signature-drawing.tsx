import { FIELD, pathOf, type Strokes } from './signature.ts';
import styles from './signatures.module.css';

/** A drawn signature: sharp on every screen and printer. */
export function SignatureDrawing({ strokes, label }: { strokes: Strokes; label: string }) {
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${FIELD.width} ${FIELD.height}`}
      role="img"
      aria-label={label}
    >
      <path d={pathOf(strokes)} />
    </svg>
  );
}
