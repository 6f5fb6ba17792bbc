import styles from './screen-title.module.css';

/** The title of a screen: the page's h1. */
export function ScreenTitle({ children }: { children: string }) {
  return <h1 className={styles.title}>{children}</h1>;
}
