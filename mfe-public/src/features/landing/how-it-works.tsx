import { readFacts } from '@taller/shared/runtime';
import section from './section.module.css';
import styles from './how-it-works.module.css';

/** The steps of an order. */
export function HowItWorks() {
  const { steps } = readFacts().landing;
  if (steps.items.length === 0) return null;
  return (
    <section className={styles.band} aria-labelledby="como-funciona">
      <div className={section.inner}>
        <h2 id="como-funciona" className={section.heading}>
          {steps.title}
        </h2>
        <ol className={styles.steps}>
          {steps.items.map(({ title, text }, index) => (
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
