import { define } from '../../define';
import { check } from '../../fix';
import { mayBeTorch } from '../../shared/torch-in-play';
import { keywordGiven } from '../../shared/edits/calls';

export default define({
  id: 'parallel/start-method-set',
  answers: ['RuntimeError: context has already been set'],
  signs: [
    {
      where: 'message',
      ename: /^RuntimeError$/,
      pattern: /^context has already been set/,
      when: mayBeTorch
    }
  ],
  words: trans => ({
    title: trans.__('set_start_method() was called a second time'),
    cause: trans.__(
      'How new processes start is set once, and it was set here before: by an earlier run of the cell, by a library, or by starting a process. With %run a script shares the notebook’s process.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Set it only where it is not set, or by force'),
        edit: keywordGiven(['set_start_method'], 'force', 'True'),
        code: "import torch.multiprocessing as mp\n\nif mp.get_start_method(allow_none=True) != 'spawn':\n    mp.set_start_method('spawn', force=True)"
      },
      check(
        trans.__(
          'A script: run it as a process of its own, and guard its start'
        ),
        "if __name__ == '__main__':\n    mp.set_start_method('spawn')\n    main()",
        trans.__('From a notebook with !python instead of %run.')
      )
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'A context (mp.get_context) belongs to one part of the program and can be had at any time.'
      )
    ],
    links: [
      {
        title: trans.__('Python: contexts and start methods'),
        url: 'https://docs.python.org/3/library/multiprocessing.html#contexts-and-start-methods'
      },
      {
        title: trans.__('PyTorch: multiprocessing best practices'),
        url: 'https://docs.pytorch.org/docs/stable/notes/multiprocessing.html'
      }
    ]
  })
});
