import type { Danger } from './dangers';
import { dangersOfShell, dangersOfWords } from './programs';
import type { IArgument, ICall } from './python';

type Rule = readonly [Danger, RegExp];

/**
 * Names of calls, those of modules in full: `import numpy as np` is resolved,
 * the usual short names are known without an import. `().` stands for a method
 * of any value.
 */
const CALLS: readonly Rule[] = [
  [
    'delete',
    /^(?:os|posix|nt)\.(?:remove|unlink|rmdir|removedirs|truncate|rename|renames|replace)$/
  ],
  ['delete', /^shutil\.(?:rmtree|move)$/],
  [
    'delete',
    /^(?:pathlib\.)?(?:Posix|Windows)?Path\(\)(?:\.(?:parent|absolute\(\)|expanduser\(\)|joinpath\(\)|resolve\(\)|with_\w{1,12}\(\)))*\.(?:rename|replace)$/
  ],
  ['delete', /^(?:tf|tensorflow)\.io\.gfile\.(?:remove|rmtree|rename)$/],
  ['delete', /^send2trash\.send2trash$/],
  [
    'delete',
    /\.(?:unlink|rmdir|rmtree|rm|delete_(?:bucket|collection|file|files|folder|object|objects|repo|tag))$/
  ],
  ['send', /\.(?:push_to_hub|upload_\w{1,40}|put_object|send_message)$/],
  [
    'send',
    /\.(?:sendmail|create_commit|create_repo|competition_submit\w{0,9})$/
  ],
  ['send', /\.completions\.create$/],
  [
    'send',
    /^(?:requests|httpx|session|(?:requests\.[sS]ession|httpx\.(?:Async)?Client|aiohttp\.ClientSession)\(\))\.(?:post|put|patch|delete)$/
  ],
  ['send', /^wandb\.(?:init(?:\(\)\.\w{1,20})?|log|save|log_artifact)$/],
  ['send', /^mlflow\.(?:start_run|log_\w{1,40})$/],
  ['send', /^(?:neptune\.init_run|comet_ml\.(?:Experiment|start))$/],
  ['write', /^(?:torch|np|numpy|jnp|jax\.numpy)\.save\w{0,20}$/],
  ['write', /^torch\.(?:jit|export)\.save$|^torch\.onnx\.export$/],
  ['write', /^(?:dcp|torch\.distributed\.checkpoint)\.(?:async_)?save$/],
  ['write', /^(?:json|pickle|dill|joblib|yaml|cloudpickle)\.dump$/],
  [
    'write',
    /^shutil\.(?:copy\w{0,10}|make_archive|unpack_archive|chown)$|^os\.(?:chmod|chown|link|symlink)$/
  ],
  [
    'write',
    /^(?:urllib\.request\.urlretrieve|wget\.download|gdown\.download)$/
  ],
  [
    'write',
    /\.(?:to_(?:csv|parquet|pickle|excel|feather|hdf|sql|json|file|netcdf|zarr)|write_(?:text|bytes|html|image|json|video|jpeg|png)|savefig|savez|savetxt|imsave|imwrite|tofile|extractall|save|save_(?:pretrained|model|file|checkpoint|to_disk|image|state|weights|lora_weights))$/
  ],
  [
    'shell',
    /^os\.(?:exec\w{1,3}|spawn\w{1,3}|posix_spawnp?|startfile|fork|forkpty)$/
  ],
  ['shell', /^(?:pty\.spawn|pexpect\.(?:run|spawn)|runpy\.run_\w{4,6})$/],
  ['shell', /^asyncio\.create_subprocess_\w{4,5}$/],
  [
    'input',
    /^(?:input|getpass|getpass\.getpass|breakpoint|code\.interact|IPython\.embed)$|\.set_trace$/
  ],
  ['input', /^google\.colab\.(?:files\.upload|drive\.mount)$/],
  [
    'exit',
    /^(?:exit|quit|sys\.exit|os\._exit|os\.abort|os\.kill|os\.killpg|signal\.raise_signal)$|\.do_shutdown$/
  ]
];

/** Calls of the language, which a value may share its name with: `input`. */
const BUILT_IN = /^(?:input|getpass|breakpoint|exit|quit|open|exec)$/;

/** Opens a file by its name, then the mode. */
const OPEN =
  /^(?:open|(?:io|os|gzip|bz2|lzma|codecs|tarfile)\.(?:open|fdopen)|(?:zipfile\.)?ZipFile|(?:h5py\.)?File)$/;

const SUBPROCESS =
  /^(?:subprocess\.(?:run|call|check_call|check_output|Popen|getoutput|getstatusoutput)|os\.(?:system|popen))$/;

/** What the running kernel is asked to do. */
const IPYTHON =
  /^(?:IPython\.)?(?:get_ipython\(\)|InteractiveShell\.instance\(\))\.(?<ask>\w{1,40})$/;

type OfPython = (source: string) => readonly Danger[];

function argument(
  { arguments: given }: ICall,
  at: number,
  keyword?: string
): IArgument | undefined {
  const positional = given.filter(one => one.keyword === null);
  return (
    given.find(one => one.keyword !== null && one.keyword === keyword) ??
    positional[at]
  );
}

/** A mode that we cannot read may write. */
function ofMode(mode: IArgument | undefined): readonly Danger[] {
  if (!mode) {
    return [];
  }
  return mode.text === null || /[wax+]/.test(mode.text) ? ['write'] : [];
}

function ofProgram(
  given: IArgument | undefined,
  ofPython: OfPython
): readonly Danger[] {
  if (given?.items) {
    return dangersOfWords(given.items, ofPython);
  }
  return given?.text ? dangersOfShell(given.text, ofPython) : ['shell'];
}

function ofKernel(
  ask: string,
  call: ICall,
  ofPython: OfPython
): readonly Danger[] {
  const [first, second, body] = [0, 1, 2].map(at => argument(call, at));
  switch (ask) {
    case 'system':
    case 'system_piped':
    case 'system_raw':
    case 'getoutput':
      return ofProgram(first, ofPython);
    case 'magic':
    case 'run_line_magic': {
      const line = [first?.text, second?.text ?? ''].join(' ').trim();
      return first?.text ? ofPython(`%${line}`) : ['shell'];
    }
    case 'run_cell_magic': {
      const line = [first?.text, second?.text ?? ''].join(' ').trim();
      return first?.text
        ? ofPython(`%%${line}\n${body?.text ?? ''}`)
        : ['shell'];
    }
    case 'run_cell':
    case 'ex':
      return first?.text ? ofPython(first.text) : ['shell'];
    case 'safe_execfile':
    case 'mktempfile':
      return ['shell'];
    default:
      return [];
  }
}

/**
 * What a call would do again.
 *
 * @param name - its name in full
 * @param ofPython - judges Python that it runs
 */
export function dangersOfCall(
  name: string,
  call: ICall,
  ofPython: OfPython
): readonly Danger[] {
  if (OPEN.test(name)) {
    return ofMode(argument(call, 1, 'mode'));
  }
  if (SUBPROCESS.test(name)) {
    return ofProgram(argument(call, 0, 'args'), ofPython);
  }
  if (name === 'exec') {
    const text = argument(call, 0)?.text;
    return text ? ofPython(text) : ['shell'];
  }
  const asked = IPYTHON.exec(name)?.groups?.ask;
  if (asked) {
    return ofKernel(asked, call, ofPython);
  }
  if (name.endsWith('.open')) {
    // `path.open("w")`; others take a name first.
    const mode = argument(call, 0, 'mode')?.text ?? '';
    return /^[rbt]*[wax+][bt+]*$/.test(mode) ? ['write'] : [];
  }
  return dangersOfName(name);
}

/** What a call of that name would do again, whatever its arguments. */
function dangersOfName(name: string): readonly Danger[] {
  const danger = CALLS.find(([, pattern]) => pattern.test(name))?.[0];
  return danger ? [danger] : [];
}

/** What a function would do that is handed over: `map(os.remove, files)`. */
export function dangersOfReference(name: string): readonly Danger[] {
  if (BUILT_IN.test(name)) {
    return [];
  }
  return SUBPROCESS.test(name) ? ['shell'] : dangersOfName(name);
}
