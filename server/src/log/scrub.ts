/** Patterns of personal data and secrets, with their replacements. */
const PERSONAL: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[correo]'],
  [/\beyJ[\w-]+(?:\.[\w-]*)*/g, '[token]'],
  [/\b(?:sb_(?:publishable|secret)_|Bearer\s+)[\w.~+/=-]+/gi, '[token]'],
  [/\bpostgres(?:ql)?:\/\/\S+/gi, '[dirección]'],
  // Database errors quote values: `Key (rut)=(…)`, `syntax for type date: "…"`.
  [/=\([^)]*\)/g, '=(…)'],
  [/\b\d{1,2}\.?\d{3}\.?\d{3}-[\dkK]\b/g, '[rut]'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '[ip]'],
  [/\+?\d(?:[ -]?\d){7,}/g, '[número]'],
];
/** Longer texts are not messages of this program and may contain personal data. */
const LONGEST = 500;

/** A text for the log without personal data. Row ids are kept: they reveal nothing by themselves. */
export function scrub(text: string): string {
  // Digits inside an id would be mistaken for a phone number.
  const parts = text.slice(0, LONGEST).split(/\b([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/i);
  const cleaned = parts.map((part, at) =>
    at % 2 === 1 ? part : PERSONAL.reduce((text, [pattern, stand]) => text.replace(pattern, stand), part),
  );
  return cleaned.join('');
}
