import { landingTexts } from '#src/features/landing/texts.ts';
import section from './section.module.css';
import styles from './how-it-works.module.css';

/** The four steps of an order. */
export function HowItWorks() {
  return (
    <section className={styles.band} aria-labelledby="como-funciona">
      <div className={section.inner}>
        <h2 id="como-funciona" className={section.heading}>
          {landingTexts.steps.title}
        </h2>
        <ol className={styles.steps}>
          {landingTexts.steps.items.map(({ title, text }, index) => (
            <li key={title} className={styles.step}>
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              <h3 className={styles.title}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
