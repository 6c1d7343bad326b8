/** Lines that have Python search a folder before all others. */
export function searchedFirst(folder: string): readonly string[] {
  return ['import sys', `sys.path.insert(0, ${JSON.stringify(folder)})`];
}
