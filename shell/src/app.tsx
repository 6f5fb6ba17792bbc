import { StrictMode, useEffect, type ComponentType, type ReactNode, Component, type ErrorInfo } from 'react';
import { Site } from '#src/layout/site.tsx';
import { es } from '#src/texts/es.ts';
import styles from './app.module.css';

/** The outermost error boundary: if the shell itself fails, the page is reloaded. */
class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
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

/**
 * The root component. The router is the browser's, or a static one for prerendering; the trees around it must be
 * identical for hydration.
 */
export function App({ router: Router }: { router: ComponentType<{ children: ReactNode }> }) {
  // From here on links navigate without a page load; until then the server-rendered markup is waiting for hydration.
  useEffect(() => document.querySelector('#root')?.removeAttribute('data-prerendered'), []);
  return (
    <StrictMode>
      <CrashBoundary>
        <Router>
          <Site />
        </Router>
      </CrashBoundary>
    </StrictMode>
  );
}
