/** Runs a task when the first screen has been shown and the browser is idle, after 2 s at the latest. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => task(), { timeout: 2000 });
  else setTimeout(task, 500);
}
