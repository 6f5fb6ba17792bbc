/** Runs a task when the browser is idle, after 2 s at the latest. Returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(task, 500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(() => task(), { timeout: 2000 });
  return () => cancelIdleCallback(handle);
}
