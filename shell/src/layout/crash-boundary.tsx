import { Component, type ErrorInfo, type ReactNode } from 'react';
import { es } from '#src/texts/es.ts';
import styles from './crash-boundary.module.css';

/** The outermost error boundary: if the shell itself fails, the page is reloaded. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error('The shell failed', error, info.componentStack);
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <main className={styles.crash} role="alert">
        <h1>{es.crash.title}</h1>
        <p>{es.crash.hint}</p>
        <button type="button" onClick={() => location.reload()}>
          {es.crash.reload}
        </button>
      </main>
    );
  }
}
