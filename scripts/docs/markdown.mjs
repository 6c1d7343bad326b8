/** Texts as Markdown. */

/** Text that Markdown would take for markup, as plain text. */
export function plain(text) {
  return text
    .replace(/[\\`*_[\]<>|#]/g, character => `\\${character}`)
    .replace(/\s*\n\s*/g, ' ');
}

/** Code in a line, whatever quotes it holds. */
export function inline(text) {
  const line = text.replace(/\s*\n\s*/g, ' ');
  const longest = Math.max(
    0,
    ...[...line.matchAll(/`+/g)].map(([run]) => run.length)
  );
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Python, or a shell's command where it starts with `$ `. */
export function codeBlock(code) {
  const language = code.startsWith('$ ') ? 'shell' : 'python';
  return ['```' + language, code, '```'].join('\n');
}

export function list(items) {
  return items.map(item => `- ${item}`).join('\n');
}

/** The parts that there are, a blank line between them. */
export function sections(parts) {
  return parts.filter(part => part !== '').join('\n\n');
}
