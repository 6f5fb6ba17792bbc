/** An AST node, with what the rules of this folder read of it. */
export interface SyntaxNode {
  type: string;
  parent?: SyntaxNode | null;
  name?: string;
  value?: unknown;
  operator?: string;
  computed?: boolean;
  id?: SyntaxNode | null;
  key?: SyntaxNode;
  left?: SyntaxNode;
  right?: SyntaxNode;
  object?: SyntaxNode;
  property?: SyntaxNode;
  /** A type assertion's, a chain's or a statement's; an arrow function has a boolean here. */
  expression?: SyntaxNode | boolean;
  discriminant?: SyntaxNode;
  callee?: SyntaxNode;
  arguments?: readonly SyntaxNode[];
  init?: SyntaxNode | null;
  source?: SyntaxNode | null;
  declaration?: SyntaxNode | null;
  declarations?: readonly SyntaxNode[];
  params?: readonly SyntaxNode[];
  /** A function's block, or a block's statements. */
  body?: SyntaxNode | readonly SyntaxNode[];
  argument?: SyntaxNode | null;
  openingElement?: SyntaxNode;
  attributes?: readonly SyntaxNode[];
  children?: readonly SyntaxNode[];
}

export type Visitor = Record<string, (node: SyntaxNode) => void>;
export type Report = (node: SyntaxNode, message: string) => void;

/** The names that an export declares: those of functions and variables. */
export function exportedNames({ declaration }: SyntaxNode): string[] {
  const declared = declaration?.declarations ?? (declaration ? [declaration] : []);
  return declared.flatMap(({ type, id }) =>
    /^(?:FunctionDeclaration|VariableDeclarator)$/.test(type) && id?.name ? [id.name] : [],
  );
}
