import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/**
 * The end of an unencrypted backup: the checksum of all preceding bytes, in a skippable zstd frame. Reveals truncation
 * at once, and after reading everything whether any byte was modified.
 */
const FRAME = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0]);
export const TRAILER_BYTES = FRAME.length + 32;

/** Passes bytes through and appends the trailer. */
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

/** Passes through the bytes before a trailer, and fails at the end if they do not match its checksum. */
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
