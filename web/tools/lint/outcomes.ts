/**
 * Conditions on an `Outcome` (web/protocol/engine/outcome.ts). It is an object whichever of the four it is: `if (await open())` is always
 * true, and takes work that was cancelled or refused for done. The compiler does not mind, and a rule of Biome knows no types. So the
 * compiler is asked for the type of each condition; its interface for that is named unstable, and is used here alone.
 */
import { type BinaryExpression, type Node, SyntaxKind } from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isConditionalExpression,
  isDoStatement,
  isIfStatement,
  isParenthesizedExpression,
  isPrefixUnaryExpression,
  isWhileStatement,
} from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';

/** The types that are always true. */
const ALWAYS: readonly string[] = ['Outcome', 'Unfinished'];

/** `path: condition`, of the files of a project whose path begins with `below`. */
export function outcomesAsConditions(project: string, below: string): string[] {
  const api = new API({ cwd: below });
  try {
    const opened = api.updateSnapshot({ openProjects: [project] }).getProject(project);
    if (!opened) throw new Error(`${project} is no project`);
    const { program, checker } = opened;
    return program.getSourceFileNames().flatMap((path) => {
      const file = path.startsWith(below) ? program.getSourceFile(path) : undefined;
      if (!file) return [];
      const conditions = conditionsIn(file);
      const types = conditions.length > 0 ? checker.getTypeAtLocation(conditions) : [];
      const names = types.map((type) => type?.getAliasSymbol()?.name ?? '');
      return conditions.flatMap((node, i) =>
        ALWAYS.includes(names[i] ?? '') ? `${path.slice(below.length)}: ${node.getText(file)}` : [],
      );
    });
  } finally {
    api.close();
  }
}

function conditionsIn(file: Node): Node[] {
  const found: Node[] = [];
  const visit = (node: Node) => {
    const condition = conditionOf(node);
    if (condition) found.push(...operandsOf(condition));
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** Of `a && b` as a condition both are. */
function operandsOf(condition: Node): Node[] {
  if (isParenthesizedExpression(condition)) return operandsOf(condition.expression);
  return isLogical(condition) ? operandsOf(condition.right) : [condition];
}

/** The part of a node that it takes for true or false. */
function conditionOf(node: Node): Node | null {
  if (isIfStatement(node) || isWhileStatement(node) || isDoStatement(node)) return node.expression;
  if (isConditionalExpression(node)) return node.condition;
  if (isPrefixUnaryExpression(node))
    return node.operator === SyntaxKind.ExclamationToken ? node.operand : null;
  return isLogical(node) ? node.left : null;
}

function isLogical(node: Node): node is BinaryExpression {
  if (!isBinaryExpression(node)) return false;
  const { kind } = node.operatorToken;
  return kind === SyntaxKind.AmpersandAmpersandToken || kind === SyntaxKind.BarBarToken;
}
