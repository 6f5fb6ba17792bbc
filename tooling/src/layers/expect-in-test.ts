/** The parts of the linter's syntax tree that a call is made of. */
export interface CallNode {
  callee: { type: string; name?: string };
  arguments: readonly { type: string }[];
}

/**
 * What is wrong with a call of `test` in a browser test, or null: a test that expects nothing fails only when a step of it
 * cannot be taken. `vitest/expect-expect` says the same of the other tests; it does not know Playwright's.
 * @param textOf the source of a node.
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
