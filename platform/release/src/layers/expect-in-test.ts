/** The AST nodes of calls. */
export interface CallNode {
  callee: { type: string; name?: string };
  arguments: readonly { type: string }[];
}

/**
 * Checks a call of `test` in a browser test: without an expectation it fails only if a step throws.
 * `vitest/expect-expect` covers the other tests, but does not support Playwright's.
 * @param textOf returns the source of a node.
 * @returns the violation, or null.
 */
export function missingExpectation(
  { callee, arguments: given }: CallNode,
  textOf: (node: unknown) => string,
): string | null {
  if (callee.type !== 'Identifier' || callee.name !== 'test') return null;
  const body = given.find(({ type }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression');
  if (!body || /\bexpect/.test(textOf(body))) return null;
  return 'The test expects nothing: call expect, or a function whose name begins with it.';
}
