import { ownValue } from '../../shared/own-value';
import type { Danger } from './dangers';
import { readShell } from './shell';

/** What one program would do, by its arguments. */
type Judge = (args: readonly string[], judges: IJudges) => readonly Danger[];

/** What programs may be given to run. */
interface IJudges {
  readonly words: (words: readonly string[]) => readonly Danger[];
  readonly shell: (text: string) => readonly Danger[];
  readonly python: (source: string) => readonly Danger[];
}

/** Scripts in scripts, `sh -c "sh -c …"`: deeper ones are not looked into. */
const MAX_DEPTH = 5;

const words = (text: string) => text.split(/\s+/).filter(Boolean);

/** Programs that only tell something, or make an empty file or folder. */
const HARMLESS = new Set(
  words(`
    [ arch base64 basename bc bzcat cal cat cd cksum cmp column comm cut
    date df diff dir dirname dirs dmesg du echo egrep exit export expr false
    fgrep ffprobe file findstr fmt fold free getconf getent gpustat grep groups
    head hexdump history host hostname iconv id identify ifconfig join jq ll
    locale ls lsb_release lsblk lscpu lsmem lsof lspci lsusb md5sum mediainfo
    mkdir mktemp netstat nl nproc numfmt objdump od paste pdfinfo pgrep popd
    pidof printenv printf ps pushd pwd readelf readlink realpath return rev rg
    rocm-smi rocminfo sacct seq set sha1sum sha256sum sha512sum sinfo size
    sleep squeue ss stat strings systeminfo tac tail test touch tr tree true
    tty type ulimit uname uniq unset uptime ver vmstat w wait wc where whereis
    which who whoami xxd xzcat zcat zgrep
  `)
);

/** Programs that do one thing, whatever their arguments. */
const ALWAYS: Readonly<Record<Danger, readonly string[]>> = {
  install: words(`
    apk cargo choco dnf easy_install gem pacman pipx port rpm rustup scoop snap
    winget yum zypper
  `),
  delete: words(`
    del deltree erase fdisk move mv parted rd remove-item ren rename rm rmdir
    shred srm trash truncate unlink wipefs
  `),
  write: words(`
    7z 7za 7zr aria2c bunzip2 bzip2 chgrp chmod chown convert copy cp csplit dd
    ffmpeg gdown gunzip gzip install link ln lzma mkfifo mogrify nvcc patch
    pigz robocopy split tee unrar unxz unzstd xcopy xz zip zstd
  `),
  send: words('ftp lftp mail mailx mutt rsync s3cmd s5cmd scp sendmail sftp'),
  input: words(`
    emacs htop ipython less man more nano nvim nvitop nvtop passwd read vi
    view vim
  `),
  exit: words('halt kill killall pkill poweroff reboot shutdown taskkill'),
  shell: [],
  long: []
};

/**
 * Programs that run the command that follows. Of their options those that take
 * a word of their own, and how many words come before the command.
 */
const PREFIXES: Readonly<Record<string, readonly [RegExp | null, number]>> = {
  builtin: [null, 0],
  busybox: [null, 0],
  caffeinate: [/^-[tw]$/, 0],
  chroot: [null, 1],
  command: [null, 0],
  doas: [/^-[uC]$/, 0],
  env: [/^-[uC]$/, 0],
  exec: [/^-a$/, 0],
  ionice: [/^-[cnpPu]$/, 0],
  nice: [/^-n$/, 0],
  nohup: [null, 0],
  numactl: [/^-[CNilmpP]$/, 0],
  setsid: [null, 0],
  stdbuf: [/^-[ioe]$/, 0],
  sudo: [/^-[CDghpRrTtu]$/, 0],
  taskset: [null, 1],
  time: [/^-[of]$/, 0],
  timeout: [/^-[ks]$/, 1],
  unbuffer: [null, 0],
  watch: [/^-n$/, 0],
  winpty: [null, 0],
  xargs: [/^-[aEdILnPs]$/, 0]
};

/** What the subcommands of a program do: `a_b` is `a b`. */
type Subcommands = Readonly<Partial<Record<Danger | 'harmless', string>>> & {
  readonly others: Danger;
};

const SUBCOMMANDS: Readonly<Record<string, Subcommands>> = {
  pip: {
    harmless: 'list show freeze check debug help inspect search index',
    write: 'download wheel',
    others: 'install'
  },
  conda: {
    harmless: 'list info search env_list config_--show',
    others: 'install'
  },
  uv: {
    harmless:
      'tree version pip_list pip_show pip_freeze pip_tree pip_check python_list',
    shell: 'run',
    others: 'install'
  },
  apt: { harmless: 'list show search policy', others: 'install' },
  'apt-cache': { harmless: 'show search policy depends', others: 'shell' },
  dpkg: { harmless: '-l -L -s -S --list --status', others: 'install' },
  brew: { harmless: 'list info search config doctor', others: 'install' },
  npm: {
    harmless: 'ls list view outdated',
    shell: 'run test start exec',
    others: 'install'
  },
  git: {
    harmless: `status log diff show rev-parse describe ls-files ls-remote blame
      shortlog reflog grep cat-file rev-list name-rev version help whatchanged
      config_--get config_--list config_-l stash_list stash_show remote_-v
      remote_show remote_get-url lfs_ls-files lfs_version submodule_status`,
    delete: `clean reset checkout restore rm mv rebase gc prune filter-branch
      filter-repo switch stash worktree_remove remote_remove remote_rm`,
    send: 'push send-email lfs_push',
    write: `clone pull fetch commit merge add init config apply am cherry-pick
      revert submodule lfs sparse-checkout notes worktree remote_add`,
    others: 'shell'
  },
  aws: {
    harmless: 's3_ls sts_get-caller-identity configure_list',
    delete: 's3_rm s3_rb',
    send: 's3_cp s3_mv s3_sync',
    others: 'shell'
  },
  gsutil: {
    harmless: 'ls du stat cat version',
    delete: 'rm rb',
    others: 'send'
  },
  gcloud: {
    harmless: 'info version config_list auth_list storage_ls',
    delete: 'storage_rm',
    send: 'storage_cp storage_mv storage_rsync',
    input: 'auth_login init',
    others: 'shell'
  },
  rclone: {
    harmless: 'ls lsd lsl lsf lsjson size about version listremotes cat',
    delete: 'delete purge deletefile rmdir rmdirs cleanup',
    input: 'config',
    others: 'send'
  },
  kaggle: {
    harmless: `competitions_list competitions_files competitions_leaderboard
      competitions_submissions datasets_list datasets_files datasets_status
      kernels_list kernels_status config_view`,
    write: `competitions_download datasets_download kernels_pull kernels_output
      models_download`,
    others: 'send'
  },
  'huggingface-cli': {
    harmless: 'whoami env version scan-cache cache_scan cache_ls auth_whoami',
    delete: 'delete-cache cache_delete cache_rm cache_prune',
    write: 'download',
    send: 'upload upload-large-folder repo repo-files repos tag',
    input: 'login auth_login',
    others: 'shell'
  },
  wandb: { harmless: 'status verify', input: 'login', others: 'send' },
  dvc: { harmless: 'status diff list', send: 'push', others: 'write' },
  docker: {
    harmless: 'ps images inspect version info logs',
    delete: 'rm rmi system volume image container',
    send: 'push login',
    others: 'shell'
  },
  gh: {
    harmless: 'status pr_list pr_view issue_list issue_view repo_view',
    write: 'repo_clone',
    input: 'auth_login',
    others: 'send'
  },
  twine: { harmless: 'check', others: 'send' },
  jupyter: {
    harmless: `--paths --version kernelspec_list lab_list labextension_list
      server_list notebook_list`,
    install: 'labextension nbextension serverextension kernelspec',
    others: 'shell'
  },
  ldconfig: { harmless: '-p', others: 'shell' }
};

const SAME: Readonly<Record<string, string>> = {
  'apt-get': 'apt',
  aptitude: 'apt',
  bun: 'npm',
  hf: 'huggingface-cli',
  mamba: 'conda',
  micromamba: 'conda',
  pnpm: 'npm',
  podman: 'docker',
  yarn: 'npm'
};

/** Git's options before its subcommand that take a word. */
const GIT_VALUED = /^(?:-[Cc]|--git-dir|--work-tree)$/;

/** Python's modules that only tell something. */
const TELLING_MODULES =
  /^(?:torch\.utils\.collect_env|bitsandbytes|xformers\.info|platform|site|sysconfig|json\.tool|this)$/;

function ofSubcommand(
  table: Subcommands,
  args: readonly string[]
): readonly Danger[] {
  // `remote -v`, `s3 ls`, `list`, and the same after options.
  const plain = args.filter(arg => !arg.startsWith('-'));
  const asked = [args, plain].flatMap(([first = '', second = '']) => [
    `${first}_${second}`,
    first
  ]);
  for (const subcommand of asked) {
    for (const [danger, names] of Object.entries(table)) {
      if (danger !== 'others' && words(names).includes(subcommand)) {
        return danger === 'harmless' ? [] : [danger as Danger];
      }
    }
  }
  // A program that is given nothing to do prints its help.
  return args.length === 0 ? [] : [table.others];
}

/** The words after options: of `valued` ones the next word is left out, too. */
function afterOptions(
  args: readonly string[],
  valued: RegExp | null
): readonly string[] {
  let at = 0;
  while (at < args.length && args[at].startsWith('-') && args[at] !== '-') {
    at += valued?.test(args[at]) ? 2 : 1;
  }
  return args.slice(at);
}

const hasOption = (args: readonly string[], option: RegExp) =>
  args.some(arg => option.test(arg));

/** Where a program writes to, unless it is nowhere. */
function isFile(name: string | undefined): boolean {
  return name !== undefined && !/^(?:-|\/dev\/(?:null|stdout))$/.test(name);
}

function ofGit(args: readonly string[]): readonly Danger[] {
  const [command, ...rest] = afterOptions(args, GIT_VALUED);
  switch (command) {
    case 'branch':
    case 'tag':
      if (hasOption(rest, /^-[dDmMfC]|^--(?:delete|move|force)/)) {
        return ['delete'];
      }
      return rest.some(arg => !arg.startsWith('-')) &&
        !hasOption(rest, /^-(?:l|-list|-contains|-merged|-sort)/)
        ? ['write']
        : [];
    case 'remote':
      return rest.length === 0
        ? []
        : ofSubcommand(SUBCOMMANDS.git, [command, ...rest]);
    default:
      return ofSubcommand(
        SUBCOMMANDS.git,
        command === undefined ? [] : [command, ...rest]
      );
  }
}

function ofFind(args: readonly string[], judges: IJudges): readonly Danger[] {
  const found: Danger[] = [];
  for (let at = 0; at < args.length; at++) {
    if (args[at] === '-delete') {
      found.push('delete');
    } else if (/^-(?:exec|execdir|ok|okdir)$/.test(args[at])) {
      const from = at + 1;
      while (at < args.length && !/^[;+]$/.test(args[at])) {
        at += 1;
      }
      found.push(...judges.words(args.slice(from, at)));
    } else if (/^-f(?:print|print0|printf|ls)$/.test(args[at])) {
      found.push('write');
    }
  }
  return found;
}

/** `-c` of a shell runs its text; a script's name tells nothing. */
function ofShellProgram(
  args: readonly string[],
  { shell }: IJudges
): readonly Danger[] {
  const at = args.findIndex(arg => /^(?:-[a-z]*c|\/c|-command)$/i.test(arg));
  if (at < 0 || args[at + 1] === undefined) {
    return ['shell'];
  }
  const isCmd = /^(?:\/c|-command)$/i.test(args[at]);
  return shell(isCmd ? args.slice(at + 1).join(' ') : args[at + 1]);
}

function ofPythonProgram(
  args: readonly string[],
  judges: IJudges
): readonly Danger[] {
  const rest = [...args];
  while (
    /^-[bBdEiIOqsSuvx]+$/.test(rest[0] ?? '') ||
    /^-[WX]$/.test(rest[0] ?? '')
  ) {
    rest.splice(0, /^-[WX]$/.test(rest[0]) ? 2 : 1);
  }
  const [option, value, ...others] = rest;
  if (/^(?:-VV?|-h)$/.test(option ?? '')) {
    return [];
  }
  if (option === '-c' && value !== undefined) {
    return judges.python(value);
  }
  if (option !== '-m' || value === undefined) {
    return ['shell'];
  }
  if (/^(?:venv|virtualenv|ensurepip)$/.test(value)) {
    return ['install'];
  }
  return TELLING_MODULES.test(value)
    ? []
    : /^(?:pip|uv)$/.test(value)
      ? judges.words([value, ...others])
      : ['shell'];
}

function ofCurl(args: readonly string[]): readonly Danger[] {
  const found: Danger[] = [];
  args.forEach((arg, at) => {
    const next = args[at + 1];
    const short = /^-[sSfLkiIgvN#]*([dFTXoO])(.*)$/.exec(arg);
    const [name, value = next] = arg.startsWith('--') ? arg.split('=', 2) : [];
    const method =
      short?.[1] === 'X'
        ? short[2] || next
        : name === '--request'
          ? value
          : 'GET';
    if (
      /^[dFT]$/.test(short?.[1] ?? '') ||
      /^--(?:data|form|json|upload-file)/.test(arg) ||
      !/^(?:GET|HEAD|OPTIONS)$/i.test(method ?? '')
    ) {
      found.push('send');
    }
    if (
      short?.[1] === 'O' ||
      /^--(?:remote-name|output-dir)/.test(arg) ||
      (short?.[1] === 'o' && isFile(short[2] || next)) ||
      (name === '--output' && isFile(value))
    ) {
      found.push('write');
    }
  });
  return found;
}

function ofWget(args: readonly string[]): readonly Danger[] {
  if (hasOption(args, /^--(?:post|body|method)/)) {
    return ['send'];
  }
  const at = args.findIndex(arg => /^-[a-zA-Z]*O$/.test(arg));
  const isRead =
    (at >= 0 && !isFile(args[at + 1])) ||
    hasOption(args, /^(?:--spider|-[a-zA-Z]*O-|--output-document=-)$/);
  return isRead ? [] : ['write'];
}

function ofTar(args: readonly string[]): readonly Danger[] {
  const [mode = ''] = args;
  const isList =
    hasOption(args, /^--list$/) ||
    (/^-?[a-z]*t/.test(mode) && !/[cxru]/.test(mode.split('t', 1)[0]));
  return isList ? [] : ['write'];
}

/** An awk program runs others, and writes to where it prints. */
function ofAwk(args: readonly string[]): readonly Danger[] {
  const text = args.join(' ');
  const printing = text.indexOf('print');
  const isOutside =
    /\b(?:system|getline)\b/.test(text) ||
    (printing >= 0 && /[>|]/.test(text.slice(printing)));
  return isOutside ? ['shell'] : [];
}

const JUDGES: Readonly<Record<string, Judge>> = {
  git: ofGit,
  find: ofFind,
  curl: ofCurl,
  wget: ofWget,
  tar: ofTar,
  awk: ofAwk,
  conda: (args, judges) =>
    args[0] === 'run'
      ? judges.words(afterOptions(args.slice(1), /^-[np]$/))
      : ofSubcommand(SUBCOMMANDS.conda, args),
  eval: (args, { shell }) => shell(args.join(' ')),
  'nvidia-smi': args =>
    hasOption(
      args,
      /^(?:-r$|-(?:pm|pl|mig|ac|rac|lgc|rgc|lmc|rmc|[cep]|am|caa|cgi|dgi|cci|dci)(?:=|$)|--(?:gpu-reset|persistence-mode|power-limit|multi-instance|applications|reset|lock|compute-mode|ecc))/
    )
      ? ['shell']
      : [],
  sed: args =>
    hasOption(args, /^(?:-[nErsuz]*i|--in-place)/) ? ['write'] : [],
  sort: args => (hasOption(args, /^(?:-[a-z]*o|--output)/) ? ['write'] : []),
  tee: args =>
    args.some(arg => !arg.startsWith('-') && isFile(arg)) ? ['write'] : [],
  top: args => (hasOption(args, /^-[a-zA-Z]*b|^-l/) ? [] : ['input']),
  unzip: args => (hasOption(args, /^-[a-zA-Z]*[ltvZz]/) ? [] : ['write']),
  yq: args => (hasOption(args, /^-[a-z]*i|^--inplace/) ? ['write'] : [])
};

/** `/usr/bin/python3.11` and `Python.exe` are `python`. */
function programOf(word: string): string {
  if (word === '{sys.executable}') {
    return 'python';
  }
  const name = word
    .slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
    .toLowerCase()
    .replace(/\.exe$/, '');
  const plain = name.replace(/^(python|pip|pypy)[\d.]+$/, '$1');
  return ownValue(SAME, plain) ?? plain;
}

/** A command without the programs that only start it. */
function withoutPrefixes(command: readonly string[]): readonly string[] {
  let rest = command;
  for (;;) {
    const name = programOf(rest[0] ?? '');
    const prefix = ownValue(PREFIXES, name);
    if (!prefix) {
      return rest;
    }
    if (name === 'command' && /^-v$/i.test(rest[1] ?? '')) {
      return [];
    }
    const [valued, skipped] = prefix;
    rest = afterOptions(rest.slice(1), valued).slice(skipped);
    while (/^(?:env|sudo|doas)$/.test(name) && /^\w+=/.test(rest[0] ?? '')) {
      rest = rest.slice(1);
    }
  }
}

function ofWords(
  command: readonly string[],
  judges: IJudges
): readonly Danger[] {
  const [word, ...args] = withoutPrefixes(command);
  if (word === undefined) {
    return [];
  }
  const program = programOf(word);
  const isTold = args.length === 1 && /^(?:--version|--help|-V)$/.test(args[0]);
  if (HARMLESS.has(program) || (isTold && !/[/\\]/.test(word))) {
    return [];
  }
  const always = Object.entries(ALWAYS).find(([, names]) =>
    names.includes(program)
  );
  if (always) {
    return [always[0] as Danger];
  }
  const judge = ownValue(JUDGES, program);
  if (judge) {
    return judge(args, judges);
  }
  if (/^(?:ba|da|fi|tc|[ckz])?sh$|^(?:cmd|powershell|pwsh)$/.test(program)) {
    return ofShellProgram(args, judges);
  }
  if (/^(?:python|pypy|py)$/.test(program)) {
    return ofPythonProgram(args, judges);
  }
  const subcommands = ownValue(SUBCOMMANDS, program);
  if (subcommands) {
    return ofSubcommand(subcommands, args);
  }
  return program.startsWith('mkfs') ? ['delete'] : ['shell'];
}

/**
 * What a text for the shell would do again; `shell` for programs that we do
 * not know.
 *
 * @param ofPython - judges what `python -c` runs
 */
export function dangersOfShell(
  text: string,
  ofPython: (source: string) => readonly Danger[],
  depth = 0
): readonly Danger[] {
  if (depth > MAX_DEPTH) {
    return ['shell'];
  }
  const judges: IJudges = {
    words: command => ofWords(command, judges),
    shell: inner => dangersOfShell(inner, ofPython, depth + 1),
    python: ofPython
  };
  const { commands, writes, isBroken } = readShell(text);
  return [
    ...commands.flatMap(judges.words),
    ...(writes ? (['write'] as const) : []),
    ...(isBroken ? (['shell'] as const) : [])
  ];
}

/** What one program with its arguments would do again. */
export function dangersOfWords(
  command: readonly string[],
  ofPython: (source: string) => readonly Danger[]
): readonly Danger[] {
  const judges: IJudges = {
    words: inner => ofWords(inner, judges),
    shell: text => dangersOfShell(text, ofPython, 1),
    python: ofPython
  };
  return ofWords(command, judges);
}
