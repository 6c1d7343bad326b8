/** The text of a Python file, put into the bundle at build time. */
declare module '*.py?raw' {
  const text: string;
  export default text;
}

/** An icon, put into the bundle at build time. */
declare module '*.svg' {
  const text: string;
  export default text;
}
