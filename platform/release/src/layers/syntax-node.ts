/** An AST node, with the fields that the rules of this folder read. */
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
  properties?: readonly SyntaxNode[];
  /** Expression of a type assertion, a chain or a statement; a boolean for an arrow function. */
  expression?: SyntaxNode | boolean;
  discriminant?: SyntaxNode;
  callee?: SyntaxNode;
  arguments?: readonly SyntaxNode[];
  init?: SyntaxNode | null;
  source?: SyntaxNode | null;
  specifiers?: readonly SyntaxNode[];
  imported?: SyntaxNode;
  local?: SyntaxNode;
  declaration?: SyntaxNode | null;
  declarations?: readonly SyntaxNode[];
  params?: readonly SyntaxNode[];
  /** Block of a function, or statements of a block. */
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
