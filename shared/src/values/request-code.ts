const CODE = / \(código [\w-]+\)/;

/**
 * An error text with the request id for the server's log appended, ` (código …)`, if the server sent one and the text
 * does not contain it yet.
 */
export function withRequestCode(text: string, error: unknown): string {
  const code = CODE.exec(String(error))?.[0] ?? '';
  return text.includes(code) ? text : text + code;
}
