import { expect, test } from 'vitest';
import { withoutMetadata } from './without-metadata.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

test('REC-51 a drawing loses what a browser wrote besides the picture, and nothing else', () => {
  const [jfif, exif, comment, rest] = [
    'ffe0 0004 4a46',
    'ffe1 0006 45786966',
    'fffe 0003 41',
    'ffc0 0003 08 ffda 0002 ffe1 ffd9',
  ];
  expect(withoutMetadata(bytes(`ffd8 ${jfif} ${exif} ${comment} ${rest}`))).toEqual(
    bytes(`ffd8 ${jfif} ${rest}`),
  );
  expect(withoutMetadata(bytes('ffd8 ff'))).toEqual(bytes('ffd8 ff'));
});
