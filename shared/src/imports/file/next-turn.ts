/** Yields to the browser so that it can paint and handle input. */

/**
 * Resolves in the next turn of the event loop. Uses a message channel, since timers are throttled to 4 ms when nested
 * and to one second in a hidden tab.
 * @throws the signal's reason when aborted.
 */
export async function nextTurn(signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
  signal?.throwIfAborted();
}
