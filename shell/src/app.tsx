import { StrictMode, useEffect, type ComponentType, type ReactNode } from 'react';
import { CrashBoundary } from '#src/layout/crash-boundary.tsx';
import { Site } from '#src/layout/site.tsx';

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
