import type { Danger } from './dangers';
import { dangersOfShell } from './programs';

const words = (text: string) => new Set(text.split(/\s+/).filter(Boolean));

/** Magics that change nothing outside the kernel's memory. */
const HARMLESS = words(`
  HTML SVG alias alias_magic autoawait autocall autoindent automagic autoreload
  bookmark cat cd clear code_wrap colors config connect_info debug dhist dirs
  doctest_mode env gui hist history html inline latex less ll load load_ext
  loadpy ls lsmagic macro magic man markdown matplotlib mkdir more page
  pdb pdef pdoc pfile pinfo pinfo2 popd pprint precision psearch psource pushd
  pwd pycat pylab quickref recall rehashx reload_ext reset_selective set_env svg
  tb unalias unload_ext watermark who who_ls whos xdel xmode
`);

const KNOWN: readonly (readonly [Danger, ReadonlySet<string>])[] = [
  ['write', words('writefile file save notebook logstart')],
  ['send', words('pastebin wandb')],
  ['exit', words('reset killbgscripts exit quit')]
];

/** Magics that are programs. */
const PROGRAMS = words('pip conda mamba micromamba uv rm mv rmdir cp');

/** Magics that hand their line to the shell. */
const TO_SHELL = words('system sx sc !');

/**
 * What an IPython magic would do again; `shell` for one that we do not know.
 *
 * @param magic - its line, without `%`
 */
export function dangersOfMagic(
  magic: string,
  ofPython: (source: string) => readonly Danger[]
): readonly Danger[] {
  const [name] = magic.split(/\s/, 1);
  const line = magic.slice(name.length).trim();
  if (name === '' || name.endsWith('?') || line.endsWith('?')) {
    return [];
  }
  if (TO_SHELL.has(name)) {
    return dangersOfShell(line, ofPython);
  }
  if (PROGRAMS.has(name)) {
    return dangersOfShell(magic, ofPython);
  }
  if (/^hist/.test(name) && /(?:^|\s)-\w*f/.test(line)) {
    return ['write'];
  }
  if (name === 'store') {
    return line === '' || /^-r\b/.test(line) ? [] : ['write'];
  }
  const known = KNOWN.find(([, names]) => names.has(name));
  return known ? [known[0]] : HARMLESS.has(name) ? [] : ['shell'];
}
