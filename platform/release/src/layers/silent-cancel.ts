import type { Report, SyntaxNode, Visitor } from './syntax-node.ts';

const nameOf = (element: SyntaxNode | null | undefined) =>
  (element?.openingElement?.name as SyntaxNode | undefined)?.name;

/** The visitor of `taller/cancel-asks`: 'Cancelar' of a form's dialog asks like the cross and Escape do (SHELL-14). */
export function silentCancel(report: Report): Visitor {
  let hasForm = false;
  const closing: SyntaxNode[] = [];
  return {
    JSXElement(node) {
      if (nameOf(node) === 'Form') hasForm = true;
    },
    JSXAttribute(node) {
      const value = node.value as SyntaxNode | null;
      const closes = typeof value?.expression === 'object' && value.expression.name === 'onClose';
      if ((node.name as SyntaxNode | undefined)?.name !== 'onClick' || !closes) return;
      let around = node.parent;
      while (around && nameOf(around) !== 'DialogFooter') around = around.parent;
      if (around) closing.push(node);
    },
    'Program:exit'() {
      if (hasForm)
        for (const node of closing) report(node, "'Cancelar' of a form asks first: use SaveFooter.");
    },
  };
}
