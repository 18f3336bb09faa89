import type { Plugin, Rolldown } from 'vite';

type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number];
type Declaration = Extract<Statement, { type: 'VariableDeclaration' }>;
type Expression = NonNullable<Declaration['declarations'][number]['init']>;
type ObjectExpression = Extract<Expression, { type: 'ObjectExpression' }>;

/** Text that replaces the code between two positions. */
type Edit = readonly [start: number, end: number, text: string];

/**
 * Removes schemas from the calls of the contract. The server validates with them, but the browser
 * needs only method and address of a call, and would build hundreds of schemas at each start.
 */
export const callsWithoutSchemas: Plugin = {
  name: 'calls-without-schemas',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\/packages\/contract\/src\// },
    handler(code) {
      const edits = this.parse(code).body.flatMap((statement): Edit[] => {
        const value = readConstant(statement);
        if (value === null) return [];
        const call = readCall(value);
        const { start, end } = value;
        if (call !== null) return [[start, start, '/* @__PURE__ */ '], ...withoutSchema(call)];
        // All other function calls in the contract make schemas or parts of schemas.
        return /\w\(/.test(code.slice(start, end)) ? [[start, end, 'undefined']] : [];
      });
      // Edits are applied from the last to the first, so that positions stay valid.
      return edits.reduceRight(
        (text, [start, end, put]) => text.slice(0, start) + put + text.slice(end),
        code,
      );
    },
  },
};

function readConstant(statement: Statement) {
  const declaration =
    statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'VariableDeclaration') return null;
  const [first] = declaration.declarations;
  return first?.init ?? null;
}

/** Returns the argument of `endpoint`, or `null` when the expression is not such a call. */
function readCall(value: Expression): ObjectExpression | null {
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier') return null;
  const [definition] = value.arguments;
  const isCall = value.callee.name === 'endpoint' && definition?.type === 'ObjectExpression';
  return isCall ? definition : null;
}

function withoutSchema({ properties }: ObjectExpression): Edit[] {
  return properties.flatMap((property): Edit[] => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
    const { start, end } = property.value;
    if (property.key.name === 'schema') return [[start, end, '{}']];
    return property.key.name === 'summary' ? [[start, end, "''"]] : [];
  });
}
