import { define } from '../../define';

export default define({
  id: 'topic/warnings',
  answers: [
    'ignoring warnings',
    'python -W ignore::UserWarning',
    "warnings.filterwarnings('ignore')",
    'silence UserWarning in PyTorch'
  ],
  words: trans => ({
    title: trans.__('Silencing warnings, without losing the useful ones'),
    cause: trans.__(
      'A warning never stops a program, and many announce what the next version will refuse. Read it once, then silence that one rather than all.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('One warning, by the start of its text'),
        detail: trans.__(
          'In the first cell. The message is a regular expression.'
        ),
        code: "import warnings\nwarnings.filterwarnings('ignore', message='indexing with dtype torch.uint8', category=UserWarning)"
      },
      {
        safety: 'safe',
        title: trans.__('Those of one block'),
        code: "with warnings.catch_warnings():\n    warnings.simplefilter('ignore', UserWarning)\n    model = load_old_model()"
      },
      {
        safety: 'check',
        title: trans.__('A whole script: on its command line'),
        detail: trans.__(
          'Every UserWarning is gone then, those about wrong results too, such as a target of another size than the input.'
        ),
        code: '$ python -W ignore::UserWarning train.py'
      },
      {
        safety: 'check',
        title: trans.__('Processes the script starts, DataLoader workers too'),
        detail: trans.__(
          'Forked workers take over the filters; those started by “spawn” read this variable. It must be set before Python starts.'
        ),
        code: '$ PYTHONWARNINGS=ignore::UserWarning python train.py'
      },
      {
        safety: 'diagnostic',
        title: trans.__('The other way: find out where one comes from'),
        code: "warnings.simplefilter('error', UserWarning)  # now it raises, with a traceback"
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'Lines that begin with [W and a file name are written by C++ code: Python’s filters do not reach them.'
      )
    ],
    links: [
      {
        title: trans.__('Python: warnings and their filters'),
        url: 'https://docs.python.org/3/library/warnings.html'
      },
      {
        title: trans.__('Python: the option -W'),
        url: 'https://docs.python.org/3/using/cmdline.html#cmdoption-W'
      }
    ]
  })
});
