/** How commands describe their arguments (Lumino's `describedBy`). */

/** For a command without arguments. */
export const NO_ARGUMENTS = { args: { type: 'object', properties: {} } };

/** For a command with one text, which may be left out. */
export function textArgument(name: string, description: string) {
  return {
    args: {
      type: 'object',
      properties: { [name]: { type: 'string', description } }
    }
  };
}
