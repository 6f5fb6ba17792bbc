/** Lets the browser paint and answer clicks before the work goes on. */

/**
 * Resolves in the next turn of the event loop. A message channel, since timers are slowed to 4 ms when
 * nested and to one second in a hidden tab.
 *
 * @throws the signal's reason when it is aborted.
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
