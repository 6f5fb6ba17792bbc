import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/**
 * The end of a backup without a passphrase: the hash of all bytes before it, in a frame that every reader of zstd skips.
 * Tells at once that a file was cut, and in the end that any of its bytes was changed.
 */
const FRAME = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0]);
export const TRAILER_BYTES = FRAME.length + 32;

/** Passes bytes on and puts the trailer after them. */
export function withTrailer(): Transform {
  const digest = createHash('sha256');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(null, Buffer.concat([FRAME, digest.digest()]));
    },
  });
}

/** Passes on the bytes that stand before a trailer, and fails at their end if they are not the ones it was made for. */
export function checkedBy(trailer: Buffer): Transform {
  const digest = createHash('sha256');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      const isWhole = Buffer.concat([FRAME, digest.digest()]).equals(trailer);
      done(isWhole ? null : new Error('su suma de comprobación es otra'));
    },
  });
}
