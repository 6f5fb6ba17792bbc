/** The beginning of a text that is longer than `longest`, with an ellipsis, cut between words where it has some. */
export function excerpt(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest + 1).search(/\s+\S*$/u);
  const begin =
    cut > longest / 2 ? text.slice(0, cut) : text.slice(0, longest).replace(/[\uD800-\uDBFF]$/u, '');
  return `${begin.replace(/[\s.,;:]+$/u, '')}…`;
}
