const CODE = / \(código [\w-]+\)/;

/**
 * A text for a person about something that failed, with the code behind it by which the server's log finds the request,
 * ` (código …)`, if the server gave one; once, also around a text that has it already.
 */
export function withRequestCode(text: string, error: unknown): string {
  const code = CODE.exec(String(error))?.[0] ?? '';
  return text.includes(code) ? text : text + code;
}
