import { expect, test } from 'vitest';
import { decodeFile, isBinary } from './decode.ts';

const TEXT = 'N° Orden;Año;Ñuñoa\r\n1;“José”;$45.990 €\r\n';
const utf8 = new TextEncoder().encode(TEXT);

/** Windows-1252 differs from Unicode for these characters. */
const WINDOWS: Readonly<Record<string, number>> = { '“': 0x93, '”': 0x94, '€': 0x80, '–': 0x96 };

function utf16(text: string, littleEndian: boolean, mark: boolean): Uint8Array {
  const units = (mark ? '\uFEFF' : '') + text;
  const view = new DataView(new ArrayBuffer(units.length * 2));
  for (let index = 0; index < units.length; index += 1)
    view.setUint16(index * 2, units.charCodeAt(index), littleEndian);
  return new Uint8Array(view.buffer);
}

test.each([
  ['UTF-8 without a mark', utf8, 'utf-8'],
  ['UTF-8 with a mark', Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8), 'utf-8'],
  [
    'Windows-1252, Excel’s plain CSV',
    Uint8Array.from(TEXT, (char) => WINDOWS[char] ?? char.charCodeAt(0)),
    'windows-1252',
  ],
  ['UTF-16 little endian with a mark, Excel’s "Unicode text"', utf16(TEXT, true, true), 'utf-16le'],
  ['UTF-16 big endian with a mark', utf16(TEXT, false, true), 'utf-16be'],
  ['UTF-16 little endian without a mark', utf16(TEXT, true, false), 'utf-16le'],
  ['UTF-16 big endian without a mark', utf16(TEXT, false, false), 'utf-16be'],
] as const)('ORD-16 reads %s', (_name, bytes, encoding) => {
  expect(decodeFile(bytes)).toEqual({ text: TEXT, encoding });
});

test('ORD-16 the files of DOS programs are recognised by their Spanish, and those of Windows are not taken for them', () => {
  // 'N° Orden;Año;Ñuñoa;José;¿Cuál?' in code page 850.
  const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
  const dos = bytes('N\xf8 Orden;A\xa4o;\xa5u\xa4oa;Jos\x82;\xa8Cu\xa0l?');
  expect(decodeFile(dos)).toEqual({ text: 'N° Orden;Año;Ñuñoa;José;¿Cuál?', encoding: 'cp850' });
  for (const text of ['José', 'ÁÉÍÓÚ ÑANDÚ', 'N° 5 “así” – 30 €', '£', ''])
    expect(
      decodeFile(Uint8Array.from(text, (char) => WINDOWS[char] ?? char.charCodeAt(0))).encoding,
    ).not.toBe('cp850');
  expect(decodeFile(bytes('Jos\x82'), 'windows-1252').text).toBe('Jos‚');
});

test('ORD-16 the user may overrule the detection', () => {
  expect(decodeFile(Uint8Array.of(0xc3, 0xb1)).text).toBe('ñ');
  expect(decodeFile(Uint8Array.of(0xc3, 0xb1), 'windows-1252').text).toBe('Ã±');
});

test('ORD-16 a spreadsheet, a PDF or an image is refused as not text', () => {
  expect(isBinary(Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0x14))).toBe(true);
  expect(isBinary(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0))).toBe(true);
  expect(isBinary(utf8)).toBe(false);
  expect(isBinary(new Uint8Array())).toBe(false);
});
