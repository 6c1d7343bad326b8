/**
 * ESLint rule: no look-up of a name that is known only at run time in an object,
 * by `table[name]` or `name in table`. Such a name may come from a text, and
 * finds what every object inherits, such as `constructor`.
 */
import ts from 'typescript';

/** Whether a type holds strings (or anything), not only literals of them. */
function isAnyName(type) {
  return type.isUnion()
    ? type.types.some(isAnyName)
    : (type.flags &
        (ts.TypeFlags.Any |
          ts.TypeFlags.Unknown |
          ts.TypeFlags.String |
          ts.TypeFlags.TemplateLiteral)) !==
        0;
}

export default {
  meta: {
    type: 'problem',
    messages: {
      lookup:
        'A name from outside also finds what every object inherits: use a Map, or ownValue().'
    },
    schema: []
  },
  create(context) {
    const { parserServices } = context.sourceCode;
    const check = (node, name) => {
      if (isAnyName(parserServices.getTypeAtLocation(name))) {
        context.report({ node, messageId: 'lookup' });
      }
    };
    return {
      'MemberExpression[computed=true]'(node) {
        check(node, node.property);
      },
      'BinaryExpression[operator="in"]'(node) {
        check(node, node.left);
      }
    };
  }
};
