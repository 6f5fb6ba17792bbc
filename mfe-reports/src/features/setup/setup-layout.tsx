import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from '@taller/shared/ui/class-names.ts';
import Check from 'lucide-react/icons/check';
import { STEPS, type Step } from './setup-steps.ts';
import styles from './setup.module.css';
import { setupTexts as texts } from './texts.ts';

interface SetupLayoutProps {
  title: string;
  intro: string;
  /** Absent on a page that says why there is nothing to set up. */
  step?: Step;
  children: ReactNode;
}

/** The frame of each step, with how far it is. */
export function SetupLayout({ title, intro, step, children }: SetupLayoutProps) {
  const at = step ? STEPS.indexOf(step) : -1;
  const heading = useRef<HTMLHeadingElement>(null);
  const isLater = at > 0;
  useEffect(() => {
    if (!isLater) return;
    // Another step of the same path: nothing else begins it at its top.
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [isLater]);
  return (
    <div className={styles.page}>
      {step && (
        <ol className={styles.steps} aria-label={texts.progress}>
          {STEPS.map((name, place) => (
            <li
              key={name}
              className={classNames(place === at && styles.current, place < at && styles.past)}
              aria-current={place === at ? 'step' : undefined}
            >
              <span className={styles.mark} aria-hidden="true">
                {place < at ? <Check /> : place + 1}
              </span>
              <span>{texts.steps[name]}</span>
            </li>
          ))}
        </ol>
      )}
      <header className={styles.header}>
        {step && <p className={styles.muted}>{texts.step(at + 1, STEPS.length)}</p>}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className={styles.intro}>{intro}</p>
      </header>
      {children}
    </div>
  );
}
