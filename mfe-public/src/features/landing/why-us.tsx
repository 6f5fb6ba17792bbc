import BadgeDollarSign from 'lucide-react/icons/badge-dollar-sign';
import Eye from 'lucide-react/icons/eye';
import FileCheck from 'lucide-react/icons/file-check';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import type { LucideIcon } from 'lucide-react';
import { readFacts } from '@taller/shared/runtime';
import section from './section.module.css';
import styles from './why-us.module.css';

const ICONS: readonly LucideIcon[] = [Eye, BadgeDollarSign, LockKeyhole, FileCheck];

/** The shop's reasons to choose it. */
export function WhyUs() {
  const { why } = readFacts().landing;
  if (why.items.length === 0) return null;
  return (
    <section className={section.section} aria-labelledby="por-que">
      <div className={section.inner}>
        <h2 id="por-que" className={section.heading}>
          {why.title}
        </h2>
        <ul className={styles.reasons}>
          {why.items.map(({ title, text }, index) => {
            const Icon = ICONS[index] ?? Eye;
            return (
              <li key={title} className={styles.reason}>
                <Icon aria-hidden="true" className={styles.icon} />
                <div>
                  <h3 className={styles.title}>{title}</h3>
                  <p className={styles.text}>{text}</p>
                </div>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
