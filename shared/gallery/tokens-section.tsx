import { BrandMark } from '@taller/shared/ui/brand-mark.tsx';
import styles from './gallery.module.css';

const PAIRS: readonly [background: string, foreground: string][] = [
  ['bg', 'text'],
  ['surface', 'text-muted'],
  ['surface-sunken', 'text'],
  ['selected', 'text'],
  ['primary', 'on-primary'],
  ['accent', 'on-accent'],
  ['deep', 'on-deep'],
  ['deep-raised', 'on-deep-muted'],
  ['danger', 'on-danger'],
  ['neutral-bg', 'neutral-fg'],
  ['info-bg', 'info-fg'],
  ['success-bg', 'success-fg'],
  ['warning-bg', 'warning-fg'],
  ['danger-bg', 'danger-fg'],
  ['quote-bg', 'quote-fg'],
];

export function TokensSection() {
  return (
    <>
      <div className={styles.row}>
        <BrandMark size={64} />
        <p className={styles.display}>De vuelta a puerto</p>
      </div>
      <div className={styles.swatches}>
        {PAIRS.map(([background, foreground]) => (
          <div
            key={background}
            className={styles.swatch}
            style={{ background: `var(--color-${background})`, color: `var(--color-${foreground})` }}
          >
            {background}
            <br />
            {foreground}
          </div>
        ))}
      </div>
      <h1>Título de página, h1</h1>
      <h2>Título de sección, h2</h2>
      <h3>Subtítulo, h3</h3>
      <p>
        Texto corrido con <a href="#enlace">un enlace</a>, una cifra como $45.000 y eñes: «La señal del equipo
        se perdió en el puerto de Ñuñoa».
      </p>
    </>
  );
}
