import type { Report, SyntaxNode, Visitor } from './syntax-node.ts';

const MESSAGE =
  'Screens ask for a permission, not for a role: may(role, …) of shared/src/access/permissions.ts.';

/** Whether an expression is a person's role: `role`, `user.role`, `user?.role`. */
function isRole(node: SyntaxNode | undefined): boolean {
  if (typeof node?.expression === 'object') return isRole(node.expression);
  return (node?.property ?? node)?.name === 'role';
}
const isNothing = (node: SyntaxNode | undefined) => node?.name === 'undefined' || node?.value === null;
/** `kind === 'technician'` is about a field. */
const isKind = ({ parent }: SyntaxNode) =>
  parent?.type === 'BinaryExpression' && (parent.left?.property ?? parent.left)?.name === 'kind';

/** The visitor of `taller/no-role-comparison`: only permissions.ts defines permissions of roles (SHELL-34). */
export const roleComparison = (report: Report): Visitor => ({
  BinaryExpression(node) {
    const { operator = '', left, right } = node;
    if (!/^[!=]==?$/.test(operator)) return;
    if ((isRole(left) && !isNothing(right)) || (isRole(right) && !isNothing(left))) report(node, MESSAGE);
  },
  SwitchStatement(node) {
    if (isRole(node.discriminant)) report(node, MESSAGE);
  },
  CallExpression(node) {
    const name = node.callee?.property?.name ?? '';
    if (/^(?:includes|has|indexOf)$/.test(name) && isRole(node.arguments?.at(-1))) report(node, MESSAGE);
  },
  Literal(node) {
    if (/^(?:admin|technician|receptionist)$/.test(String(node.value)) && !isKind(node))
      report(node, MESSAGE);
  },
  Identifier(node) {
    if (node.name === 'STAFF_ROLES' || node.name === 'isStaff') report(node, MESSAGE);
  },
});
