import { readPython, type ICall, type IReading } from './python';

/**
 * What makes a cell risky, or pointless, to repeat:
 *
 * - `install`: changes the environment (`%pip install`);
 * - `delete`: removes files;
 * - `write`: writes files over;
 * - `send`: uploads, pushes, posts;
 * - `shell`: runs other programs that we cannot judge;
 * - `input`: waits for somebody to type;
 * - `exit`: ends the process.
 */
export type Danger =
  'install' | 'delete' | 'write' | 'send' | 'shell' | 'input' | 'exit';

type Rule = readonly [Danger, RegExp];

/** Names of calls; `().` stands for a method of any value. */
const CALLS: readonly Rule[] = [
  ['delete', /^(?:os|posix)\.(?:remove|unlink|rmdir|removedirs|truncate)$/],
  ['delete', /^shutil\.(?:rmtree|move)$/],
  ['delete', /\.(?:unlink|rmdir|rmtree|delete_file|delete_repo)$/],
  ['write', /^(?:torch|np|numpy|jnp)\.save\w{0,20}$/],
  ['write', /^(?:json|pickle|joblib|yaml|cloudpickle)\.dump$/],
  ['write', /^shutil\.(?:copy\w{0,10}|make_archive)$/],
  [
    'write',
    /\.(?:to_(?:csv|parquet|pickle|excel|feather|hdf|sql|json)|write_(?:text|bytes)|savefig|imsave|imwrite|save_(?:pretrained|model|file|checkpoint|to_disk))$/
  ],
  [
    'send',
    /\.(?:push_to_hub|upload_\w{1,40}|put_object|send_message|sendmail)$/
  ],
  ['send', /^(?:requests|httpx|session)\.(?:post|put|patch|delete)$/],
  ['send', /^wandb\.(?:init|log|save|log_artifact)$/],
  ['send', /^mlflow\.(?:start_run|log_\w{1,40})$/],
  ['shell', /^os\.(?:system|popen|exec\w{1,3}|spawn\w{1,3})$/],
  ['shell', /^subprocess\.\w{1,20}$/],
  ['input', /^(?:input|getpass|getpass\.getpass|breakpoint|pdb\.set_trace)$/],
  ['exit', /^(?:exit|quit|sys\.exit|os\._exit|os\.abort|os\.kill)$/]
];

const SHELL: readonly Rule[] = [
  [
    'install',
    /^(?:sudo )?(?:(?:python3? -m )?pip3?|uv|conda|mamba|apt(?:-get)?|npm|brew) (?!list|show|freeze|--version)/
  ],
  [
    'delete',
    /(?:^|[;&|] {0,4})(?:sudo )?(?:rm|rmdir|mv|shred|truncate|git (?:clean|reset|checkout))\b/
  ],
  [
    'send',
    /\b(?:git push|scp|rsync|rclone|huggingface-cli upload|hf upload|kaggle \w{1,20} (?:submit|version|create)|(?:aws s3|gsutil|gcloud storage) (?:cp|mv|sync|rsync))\b|\bcurl .{0,200}-(?:X ?P|[dFT])\b/
  ],
  ['write', />|\b(?:tee|cp|unzip|tar|dd|git (?:clone|pull|commit))\b/]
];

/** Programs that only tell something. */
const HARMLESS =
  /^(?:ls|ll|pwd|cat|head|tail|wc|du|df|free|date|env|which|whoami|uname|echo|nvidia-smi|nvcc|lscpu|ps|top -b|grep|find [^|;]{0,200}-name|git (?:status|log|diff|branch|show)|(?:python3? -m )?pip3? (?:list|show|freeze|--version)|python3? --version|export|cd)\b[^|;&>]{0,500}$/;

const MAGICS: readonly Rule[] = [
  ['install', /^(?:pip|conda|mamba|uv|micromamba) /],
  ['write', /^(?:writefile|save|notebook|file|history .{0,200}-f)\b/],
  ['exit', /^(?:reset|killbgscripts)\b/]
];

/** Magics that hand their line to the shell. */
const TO_SHELL = /^(?:system|sx|sc|bash|sh|rm|mv|rmdir|cp) ?/;

/** A mode of `open` that writes: its second argument or `mode=`. */
const WRITING_MODE =
  /(?:^[^,]{1,400},|\bmode ?=) {0,4}[rbuf]{0,2}["'][^"']{0,4}[wax+]/i;

function ofShell(line: string): Danger | null {
  const text = line.trim().slice(0, 2000);
  if (text === '' || text.startsWith('#') || HARMLESS.test(text)) {
    return null;
  }
  return SHELL.find(([, pattern]) => pattern.test(text))?.[0] ?? 'shell';
}

function ofMagic(magic: string): Danger | null {
  if (TO_SHELL.test(magic)) {
    return ofShell(magic.replace(/^(?:system|sx|sc) /, ''));
  }
  return MAGICS.find(([, pattern]) => pattern.test(magic))?.[0] ?? null;
}

function ofCall({ name, args }: ICall): Danger | null {
  if (/^(?:open|io\.open|gzip\.open|bz2\.open)$/.test(name)) {
    return WRITING_MODE.test(args) ? 'write' : null;
  }
  if (/\.open$/.test(name)) {
    return /^ {0,4}["'][^"']{0,4}[wax+]/i.test(args) ? 'write' : null;
  }
  return CALLS.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

/** What a cell's text would do again. */
export interface IRisk {
  readonly dangers: readonly Danger[];
  /**
   * It gives no value to any name: without it later cells find all their
   * variables, so that it can be left out.
   */
  readonly isDispensable: boolean;
}

/**
 * The risks of repeating each of `sources`, which run in this order. A call in
 * a function counts where that function is called.
 */
export function risksOf(sources: readonly string[]): IRisk[] {
  const readings = new Map<string, IReading>();
  const inFunction = new Map<string, Set<Danger>>();
  return sources.map(source => {
    const reading = readings.get(source) ?? readPython(source);
    readings.set(source, reading);
    const dangers = new Set<Danger>();
    const add = (danger: Danger | null) => danger && dangers.add(danger);
    for (const call of reading.calls.filter(one => one.inside)) {
      const danger = ofCall(call);
      if (danger) {
        const known = inFunction.get(call.inside ?? '') ?? new Set();
        inFunction.set(call.inside ?? '', known.add(danger));
      }
    }
    reading.shell.forEach(line => add(ofShell(line)));
    reading.magics.forEach(magic => add(ofMagic(magic)));
    for (const call of reading.calls.filter(one => one.inside === null)) {
      add(ofCall(call));
      const name = call.name.slice(call.name.lastIndexOf('.') + 1);
      inFunction.get(name)?.forEach(danger => dangers.add(danger));
    }
    return { dangers: [...dangers], isDispensable: !reading.binds };
  });
}
