/** Runs a task when the first screen has been shown and the browser has nothing better to do, 2 s later at the latest. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => task(), { timeout: 2000 });
  else setTimeout(task, 500);
}
