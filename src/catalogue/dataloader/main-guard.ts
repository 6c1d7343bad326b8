import type { IEntry, IReading } from '../../diagnosis/types';

import { classless, said } from '../said';
import { pastedAlone, unknownPipe, usesWorkers } from './shared/context';
import { LINKS } from './shared/links';

/** Python says the same of every other use of `multiprocessing`. */
function mayBeLoader(reading: IReading): boolean {
  return (
    usesWorkers(reading) || reading.mentions('torch') || pastedAlone(reading)
  );
}

/** What a notebook's cell defines is not imported again by the workers. */
function inNotebook(reading: IReading): boolean {
  return (
    reading.mentions('<ipython-input') ||
    reading.exceptions.some(one =>
      one.frames.some(frame => frame.place === 'cell')
    )
  );
}

/** What the parent says when a worker that it starts is gone. */
const PARENT = /^(?:BrokenPipeError|EOFError|ConnectionResetError)$/;

const entry: IEntry = {
  id: 'dataloader/main-guard',
  answers: [
    'An attempt has been made to start a new process before the current process has finished its bootstrapping phase.',
    "if __name__ == '__main__': freeze_support()",
    'BrokenPipeError: [Errno 32] Broken pipe'
  ],
  refines: ['dataloader/worker-exited', 'parallel/spawn-wrapper'],
  signs: [
    ...said(
      /attempt has been made to start a new process before the current process/,
      { when: mayBeLoader }
    ),
    {
      where: 'message',
      ename: /^(?:RuntimeError)?$/,
      pattern: /^freeze_support\(\)/,
      confidence: 'possible'
    },
    ...said(/requires that your script guards the main function with an/),
    // The last line of the same message.
    ...said(
      /["']freeze_support\(\)["'] line can be omitted if the program is not going to be frozen/,
      { when: mayBeLoader, confidence: 'likely' }
    ),
    // A worker that runs the script again, and fails; its error is cut off.
    {
      where: 'log',
      pattern: /_fixup_main_from_path\(data\[["']init_main_from_path/,
      // What follows the last frame is taken for an exception without a class.
      when: classless,
      confidence: 'possible'
    },
    // Python's own complaint begins with a line end, where reports are cut.
    {
      where: 'message',
      ename: /^RuntimeError$/,
      pattern: /^$/,
      when: reading => reading.mentions('_fixup_main_from_path'),
      confidence: 'possible'
    },
    // The function that raises it, and nothing else.
    {
      where: 'message',
      ename: /^RuntimeError$/,
      pattern: /^/,
      when: reading =>
        reading.mentions('_check_not_importing_main()') && mayBeLoader(reading)
    },
    {
      where: 'message',
      ename: PARENT,
      pattern: /^/,
      when: reading =>
        reading.mentions('_fixup_main_from_path') && !inNotebook(reading),
      confidence: 'possible'
    },
    {
      where: 'message',
      ename: /^BrokenPipeError$/,
      pattern: /^(?:\[Errno 32\] Broken pipe)?$/,
      when: reading => unknownPipe(reading) && !inNotebook(reading),
      confidence: 'likely'
    }
  ],
  page(trans) {
    return {
      title: trans.__('The script starts its workers without a main guard'),
      cause: trans.__(
        'On Windows and macOS (and on Linux from Python 3.14 on) each worker first imports your script. Without a guard the script then starts workers again, inside the worker, which Python refuses.'
      ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Put the code that runs under the guard'),
          detail: trans.__(
            'Classes and functions stay at top level; what starts the training goes below.'
          ),
          code: "def main():\n    for batch in loader:\n        ...\n\nif __name__ == '__main__':\n    main()"
        },
        {
          safety: 'safe',
          title: trans.__('Or load in the main process'),
          code: 'DataLoader(dataset, num_workers=0)'
        }
      ],
      notThis: [
        trans.__(
          'In a notebook there is no script to guard: there the Dataset must be in a .py file that the workers can import.'
        ),
        trans.__(
          'A broken pipe of a web server, a socket or a shell pipe has nothing to do with workers.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch on Windows: the if-clause protection'),
          url: `${LINKS.windows}#multiprocessing-error-without-if-clause-protection`
        },
        {
          title: trans.__('Python: safe importing of the main module'),
          url: LINKS.spawn
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: '',
      stderr:
        '  File "C:\\env\\lib\\site-packages\\torch\\utils\\data\\dataloader.py", line 918, in __init__\n    w.start()\n  File "C:\\env\\lib\\multiprocessing\\spawn.py", line 143, in get_preparation_data\n    _check_not_importing_main()\n',
      torch: '1.10',
      origin: 'reference'
    },
    {
      ename: 'BrokenPipeError',
      evalue: '[Errno 32] Broken pipe',
      stderr:
        'RuntimeError:\n        An attempt has been made to start a new process before the\n        current process has finished its bootstrapping phase.\n  File "C:\\env\\lib\\multiprocessing\\popen_spawn_win32.py", line 65, in __init__\n    reduction.dump(process_obj, to_child)\n  File "C:\\env\\lib\\site-packages\\torch\\utils\\data\\dataloader.py", line 501, in __iter__\nBrokenPipeError: [Errno 32] Broken pipe\n',
      torch: '1.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'freeze_support()',
      torch: '1.10',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: [
        'Traceback (most recent call last):',
        '  File "<string>", line 1, in <module>',
        '  File "C:\\Python38\\lib\\multiprocessing\\spawn.py", line 125, in _main',
        '    prepare(preparation_data)',
        '  File "C:\\Python38\\lib\\multiprocessing\\spawn.py", line 236, in prepare',
        "    _fixup_main_from_path(data['init_main_from_path'])"
      ].join('\n'),
      torch: '1.7',
      origin: 'reference'
    },
    {
      ename: 'BrokenPipeError',
      evalue: '[Errno 32] Broken pipe',
      stderr: [
        'Traceback (most recent call last):',
        '  File "<string>", line 1, in <module>',
        '  File "C:\\Python38\\lib\\multiprocessing\\spawn.py", line 236, in prepare',
        "    _fixup_main_from_path(data['init_main_from_path'])",
        '  File "C:\\Python38\\lib\\runpy.py", line 265, in run_path',
        '    return _run_module_code(code, init_globals, run_name,'
      ].join('\n'),
      torch: '1.7',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'The "freeze_support()" line can be omitted if the program\n        is not going to be frozen to produce an executable.',
      torch: '1.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        '\n        An attempt has been made to start a new process before the\n        current process has finished its bootstrapping phase.\n\n        This probably means that you are not using fork to start your\n        child processes and you have forgotten to use the proper idiom\n        in the main module:\n\n            if __name__ == \'__main__\':\n                freeze_support()\n                ...\n\n        The "freeze_support()" line can be omitted if the program\n        is not going to be frozen to produce an executable.',
      torch: '1.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        '  File "train.py", line 9, in <module>\n    for batch in DataLoader(data, num_workers=2):\nRuntimeError:\n        An attempt has been made to start a new process before the\n        current process has finished its bootstrapping phase.\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'BrokenPipeError',
      evalue: '[Errno 32] Broken pipe',
      torch: '1.0',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'An attempt has been made to start a new process before the current process has finished its bootstrapping phase.',
      traceback:
        'Traceback (most recent call last):\n  File "prices.py", line 12, in <module>\n    with Pool(4) as pool:\n  File "/usr/lib/python3.11/multiprocessing/context.py", line 119, in Pool\n    return Pool(processes, initializer, initargs, maxtasksperchild)\n  File "/usr/lib/python3.11/multiprocessing/spawn.py", line 140, in _check_not_importing_main\n    raise RuntimeError(message)\nRuntimeError: An attempt has been made to start a new process before the current process has finished its bootstrapping phase.'
    },
    {
      ename: 'BrokenPipeError',
      evalue: '[Errno 32] Broken pipe',
      traceback:
        'BrokenPipeError                           Traceback (most recent call last)\n<ipython-input-11-390aa9a04062> in <module>\n----> 1 for batch in DataLoader(data, num_workers=2):\n\nC:\\env\\lib\\site-packages\\torch\\utils\\data\\dataloader.py in __iter__(self)\n--> 352             return self._get_iterator()\n\nBrokenPipeError: [Errno 32] Broken pipe'
    },
    {
      ename: 'BrokenPipeError',
      evalue: '[Errno 32] Broken pipe',
      traceback:
        'Traceback (most recent call last):\n  File "serve.py", line 8, in send\n    self.wfile.write(body)\nBrokenPipeError: [Errno 32] Broken pipe'
    },
    {
      kind: 'text',
      stderr:
        "Exception ignored in: <_io.TextIOWrapper name='<stdout>' mode='w' encoding='utf-8'>\nBrokenPipeError: [Errno 32] Broken pipe"
    }
  ],
  reproduction: {
    raises: [
      'import pathlib, subprocess, sys, tempfile',
      'SCRIPT = """',
      'import torch',
      'from torch.utils.data import DataLoader',
      "loader = DataLoader(list(range(2)), num_workers=1, multiprocessing_context='spawn')",
      'for batch in loader:',
      '    pass',
      '"""',
      'with tempfile.TemporaryDirectory() as folder:',
      "    script = pathlib.Path(folder, 'train.py')",
      '    script.write_text(SCRIPT)',
      '    subprocess.run([sys.executable, str(script)], check=True)'
    ].join('\n'),
    fixed: [
      'import pathlib, subprocess, sys, tempfile',
      'SCRIPT = """',
      'import torch',
      'from torch.utils.data import DataLoader',
      "if __name__ == '__main__':",
      "    loader = DataLoader(list(range(2)), num_workers=1, multiprocessing_context='spawn')",
      '    for batch in loader:',
      '        pass',
      '"""',
      'with tempfile.TemporaryDirectory() as folder:',
      "    script = pathlib.Path(folder, 'train.py')",
      '    script.write_text(SCRIPT)',
      '    subprocess.run([sys.executable, str(script)], check=True)'
    ].join('\n')
  }
};

export default entry;
