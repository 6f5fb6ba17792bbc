import { DataError } from '#src/data-access/data-error.ts';

/** A file and where it goes. */
export interface Upload {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly file: Blob;
  /** Called with the bytes that have left. */
  readonly onBytes: (sent: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** A line on which nothing moves for so long is cut, in ms. */
const STILL_MS = 30_000;

/**
 * Sends a file and says how much of it has left, which fetch cannot. However slow a line is, it ends only when nothing
 * moves any more.
 * @throws DataError `offline` for a cut, and when it was stopped.
 */
export function uploadFile({ address, headers, file, onBytes, signal }: Upload) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    let timer = setTimeout(stop, STILL_MS);
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
    const fail = () => {
      end();
      reject(new DataError('offline', 'The upload was cut'));
    };
    request.upload.addEventListener('progress', ({ loaded }) => {
      clearTimeout(timer);
      timer = setTimeout(stop, STILL_MS);
      onBytes(Math.min(loaded, file.size));
    });
    request.addEventListener('load', () => {
      end();
      resolve({ status: request.status, text: request.responseText });
    });
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    signal?.addEventListener('abort', stop);
    request.open('POST', address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(file);
  });
}
