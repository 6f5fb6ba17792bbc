import { StrictMode, type ComponentType, type ReactNode } from 'react';
import { CrashBoundary } from '#src/layout/crash-boundary.tsx';
import { Site } from '#src/layout/site.tsx';

/** The whole site. The router is the browser's, or a static one when the site is prerendered; around it the trees must be the same. */
export function App({ router: Router }: { router: ComponentType<{ children: ReactNode }> }) {
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
