import '@taller/shared/ui/tokens/index.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter, startConnectionProbe, startSession, watchSession } from '@taller/shared/runtime';
import { STORAGE_BLOCKED } from '@taller/shared/contract/storage.ts';
import { whenIdle } from '@taller/shared/ui/when-idle.ts';
import { App } from '#src/app.tsx';
import { followReleases } from '#src/remotes/next-release.ts';
import { readRegistry } from '#src/remotes/registry.ts';
import { watchStylesheets } from '#src/remotes/stylesheets.ts';
import { takePreview } from '#src/preview/take-preview.ts';
import { partAt } from '#src/remotes/part-at.ts';
import { readyToTakeOver } from '#src/remotes/take-over.ts';
import { warnNotLoaded } from '#src/failures/warn-not-loaded.ts';
import { onCaughtError, partFailed, watchFailures } from '#src/failures/watch-failures.ts';

const root = document.querySelector<HTMLElement>('#root');
if (!root) throw new Error('The page has no #root');

const isPreview = takePreview();
// Its mark does not wait for a screen that needs the registry.
if (isPreview) readRegistry().catch(warnNotLoaded);
const warnStorageBlocked = () => void import('#src/warn-storage-blocked.ts').catch(warnNotLoaded);
addEventListener(STORAGE_BLOCKED, warnStorageBlocked, { once: true });
watchFailures();
watchStylesheets();
followReleases();
startSession(whenIdle);
watchSession();
startConnectionProbe(whenIdle);

whenIdle(() => {
  import('#src/start-service-worker.ts').then(
    ({ startServiceWorker }) => startServiceWorker(),
    warnNotLoaded,
  );
});

/** Once the page is interactive, likely next screens are prefetched. */
const prefetchNext = () =>
  whenIdle(() => {
    import('#src/prefetch.ts').then(({ startPrefetching }) => startPrefetching(), warnNotLoaded);
  });

const app = <App router={BrowserRouter} />;
const render = (): void => createRoot(root, { onCaughtError }).render(app);
// The page was prerendered for this path (PUB-06), by the running builds, not by that of a preview.
if (!isPreview && root.dataset.prerendered === location.pathname) {
  readyToTakeOver(location.pathname)
    .then((isSame) => (isSame ? hydrateRoot(root, app, { onCaughtError }) : render()))
    .then(prefetchNext, (error: unknown) => {
      console.error('The page stays as it came: its remote did not arrive', error);
      partFailed(error, partAt(location.pathname));
    });
} else {
  render();
  prefetchNext();
}
