import { StrictMode, useEffect, type ComponentType, type ReactNode } from 'react';
import { CrashBoundary } from '#src/layout/crash-boundary.tsx';
import { Site } from '#src/layout/site.tsx';

/** The whole site. The router is the browser's, or a static one when the site is prerendered; around it the trees must be the same. */
export function App({ router: Router }: { router: ComponentType<{ children: ReactNode }> }) {
  // From here on links are followed without loading a page; until then the markup of the server waits for this.
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
