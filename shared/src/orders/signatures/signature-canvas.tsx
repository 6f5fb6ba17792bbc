import { useEffect, useRef } from 'react';
import SignaturePad from 'signature_pad';
import { pointsOf, strokesOf, type Strokes } from './signature.ts';
import styles from './signatures.module.css';

interface SignatureCanvasProps {
  strokes: Strokes;
  label: string;
  onChange: (strokes: Strokes) => void;
}

const PEN = { minWidth: 1, maxWidth: 2.5 } as const;

/** Shows strokes on a pad at its present size. */
function show(pad: SignaturePad, canvas: HTMLCanvasElement, strokes: Strokes): void {
  const { width, height } = canvas.getBoundingClientRect();
  const density = Math.max(1, devicePixelRatio);
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  canvas.getContext('2d')?.scale(density, density);
  pad.clear();
  const penColor = getComputedStyle(canvas).color;
  pad.penColor = penColor;
  pad.fromData(
    pointsOf(strokes, width).map((points) => ({
      ...PEN,
      penColor,
      dotSize: 0,
      velocityFilterWeight: 0.7,
      compositeOperation: 'source-over',
      points: points.map((point, index) => ({ ...point, pressure: 0.5, time: index * 16 })),
    })),
  );
}

/** The field on which a signature is drawn, with finger, pen or mouse. */
export function SignatureCanvas({ strokes, label, onChange }: SignatureCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(null);
  const latest = useRef({ strokes, onChange });
  useEffect(() => {
    latest.current = { strokes, onChange };
    if (canvas.current && pad.current) show(pad.current, canvas.current, strokes);
  }, [strokes, onChange]);
  useEffect(() => {
    const field = canvas.current;
    if (!field) return undefined;
    const drawn = new SignaturePad(field, PEN);
    pad.current = drawn;
    drawn.addEventListener('endStroke', () =>
      latest.current.onChange(
        strokesOf(
          drawn.toData().map(({ points }) => points),
          field.getBoundingClientRect().width,
        ),
      ),
    );
    // Also at first, and after a phone was turned.
    const observer = new ResizeObserver(() => show(drawn, field, latest.current.strokes));
    observer.observe(field);
    return () => {
      observer.disconnect();
      drawn.off();
    };
  }, []);
  return <canvas ref={canvas} className={styles.canvas} role="img" aria-label={label} />;
}
