/** Patterns of personal data and secrets, with their replacements. */
const PERSONAL: readonly (readonly [RegExp, string])[] = [
  [/[\p{L}\p{M}\p{N}_.+-]+@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+/gu, '[correo]'],
  [/\beyJ[\w-]+(?:\.[\w-]*)*/g, '[token]'],
  [/\b(?:sb_(?:publishable|secret)_|Bearer\s+)[\w.~+/=-]+/gi, '[token]'],
  [/\bpostgres(?:ql)?:\/\/\S+/gi, '[dirección]'],
  // Database errors quote values: `Key (rut)=(…)`, `syntax for type date: "…"`.
  [/=\([^)]*\)/g, '=(…)'],
  [/(?<!\p{N})\p{Nd}{1,2}\.?\p{Nd}{3}\.?\p{Nd}{3}\s?[-‐-―]\s?[\p{Nd}kK](?![\p{L}\p{N}])/gu, '[rut]'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '[ip]'],
  [/\+?\p{Nd}(?:[ ().\u00a0‐-―-]{0,2}\p{Nd}){7,}/gu, '[número]'],
];
/** Longer texts are not messages of this program and may contain personal data. */
const LONGEST = 500;

/** A text for the log without personal data. Row ids are kept: they reveal nothing by themselves. */
export function scrub(text: string): string {
  // Digits inside an id would be mistaken for a phone number.
  const parts = text
    .slice(0, LONGEST)
    .normalize('NFKC')
    .split(/\b([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/i);
  const cleaned = parts.map((part, at) =>
    at % 2 === 1 ? part : PERSONAL.reduce((text, [pattern, stand]) => text.replace(pattern, stand), part),
  );
  return cleaned.join('');
}
