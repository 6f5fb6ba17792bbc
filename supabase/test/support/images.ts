import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A grey PNG of that size. */
export function makePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height, 0x80))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The frame of a WebP without losses of that size. */
export function makeWebp(width: number, height: number): Buffer {
  const file = Buffer.alloc(26);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WEBPVP8L', 8);
  file.writeUInt32LE(5, 16);
  file.writeUInt8(0x2f, 20);
  file.writeUInt32LE(width - 1 + (height - 1) * 2 ** 14, 21);
  return file;
}
