/** Code page 850, in which DOS programs wrote Spanish. TextDecoder does not know it. */
const UPPER_HALF =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀' +
  'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0';

const charOf = (byte: number) => (byte < 0x80 ? String.fromCharCode(byte) : (UPPER_HALF[byte - 0x80] ?? ''));

export function decodeCodePage850(bytes: Uint8Array): string {
  return Array.from(bytes, charOf).join('');
}

/** Beside another letter: alone, the byte may be a sign of the other encoding. */
const SPANISH = /(?<=[a-z])[áéíóúñü]|[áéíóúñü](?=[a-z])/gi;
const spanishIn = (text: string) => text.match(SPANISH)?.length ?? 0;
const SAMPLE_BYTES = 100_000;

/** Whether code page 850 makes more Spanish of the bytes than Windows-1252 does. */
export function isCodePage850(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  return spanishIn(decodeCodePage850(sample)) > spanishIn(new TextDecoder('windows-1252').decode(sample));
}
