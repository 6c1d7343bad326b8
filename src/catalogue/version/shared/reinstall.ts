import { packageOf } from '../../../shared/package-names';

/**
 * Lines that take a package away and install it anew, without the files that pip
 * keeps.
 *
 * @param away - what is to be taken away, where that is more than the package
 */
export function reinstall(module: string, away = packageOf(module)): string {
  return `%pip uninstall -y ${away}\n%pip install --no-cache-dir ${packageOf(module)}`;
}

/** Lines that show the folders in which Python finds a package. */
export function showFolders(module: string): string {
  return `import ${module}\nprint(list(${module}.__path__))`;
}
