import { define } from '../../define';
import { messageOrLog } from '../../signs';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { LINKS } from '../shared/links';
import { loadedThen } from '../../shared/edits/layers';

/** Names of files, by their classes. */
function isPath(type: string | undefined): boolean {
  return /^(?:str|bytes|(?:pathlib\.)?(?:_local\.)?\w{0,10}Path)$/.test(
    type ?? ''
  );
}

/** What torch.jit.load() gives, as torch.load() does for such a file. */
function isScript(type: string | undefined): boolean {
  return /(?:^|\.)RecursiveScriptModule$/.test(type ?? '');
}

/** Python's own types, which are no model. */
function isPlain(type: string | undefined): boolean {
  return /^(?:list|tuple|set|int|float|bool|generator|NoneType|torch\.Tensor)$/.test(
    type ?? ''
  );
}

function loadFirst(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Load the file first'),
    code: "state = torch.load(path, map_location='cpu')\nmodel.load_state_dict(state)"
  };
}

function lookInside(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See what was given'),
    code: 'print(type(state))  # a dictionary of weights, by their names'
  };
}

/** nn/modules/module.py, `load_state_dict`, before 1.12. */
function copiesState({ exceptions }: IReading): boolean {
  return exceptions.some(({ frames }) =>
    frames.some(({ code }) => /\bstate_dict\.copy\(\)/.test(code))
  );
}

export default define({
  id: 'model/model-as-state-dict',
  answers: [
    "Expected state_dict to be dict-like, got <class 'torch.nn.modules.container.Sequential'>."
  ],
  refines: ['model/no-attribute', 'parallel/dataparallel-attr'],
  values: ['type'],
  signs: [
    ...messageOrLog(
      /Expected state_dict to be dict-like, got <class ["'](?<type>[\w.]+)["']>/
    ),
    ...messageOrLog(/Expected state_dict to be dict-like/),
    // Before 1.12 it copied what it got without a look at it.
    {
      where: 'message',
      pattern:
        /["'](?<type>(?:Distributed)?DataParallel)["'] object has no attribute ["']copy["']/
    },
    // Code that renames the keys before it loads them.
    {
      where: 'message',
      pattern:
        /["'](?<type>RecursiveScriptModule)["'] object has no attribute ["'](?:copy|items|keys)["']/,
      // Whoever scripted the model may have meant named_parameters().
      confidence: 'likely'
    },
    {
      where: 'message',
      pattern: /["'](?<type>\w{1,80})["'] object has no attribute ["']copy["']/,
      when: copiesState
    }
  ],
  words: (trans, { type }) => ({
    title: isScript(type)
      ? trans.__('The file holds a TorchScript program, not weights')
      : trans.__('load_state_dict() got something else than weights'),
    cause:
      type === 'NoneType'
        ? trans.__(
            'load_state_dict() wants a dictionary of weights and got None. Often a function that should return the weights returns nothing.'
          )
        : isPath(type)
          ? trans.__(
              'load_state_dict() wants a dictionary of weights and got %1: a path. It opens no files; torch.load() does.',
              type
            )
          : isPlain(type)
            ? trans.__(
                'load_state_dict() wants a dictionary of weights, as state_dict() makes it, and got %1.',
                type
              )
            : isScript(type)
              ? trans.__(
                  'The file is a TorchScript archive, made with torch.jit.save(): it holds the whole model with its program, and no dictionary of weights.'
                )
              : type
                ? trans.__(
                    'load_state_dict() wants a dictionary of weights and got %1. The file holds the whole model: torch.save(model) was called, not torch.save(model.state_dict()).',
                    type
                  )
                : trans.__(
                    'load_state_dict() wants a dictionary of weights. Often the file holds the whole model: torch.save(model) was called, not torch.save(model.state_dict()).'
                  ),
    fixes: isPath(type)
      ? [loadFirst(trans)]
      : isPlain(type)
        ? [loadFirst(trans), lookInside(trans)]
        : [
            {
              safety: 'check',
              title: trans.__('Take the weights of the loaded model'),
              code: 'model.load_state_dict(loaded.state_dict())',
              edit: loadedThen('.state_dict()')
            },
            {
              safety: 'check',
              title: trans.__('Or use the loaded model as it is'),
              code: 'model = loaded'
            },
            {
              safety: 'safe',
              title: trans.__('Next time save the weights only'),
              code: 'torch.save(model.state_dict(), path)'
            }
          ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'If a path was passed, load the file first: load_state_dict() does not open files.'
      )
    ],
    links: [LINKS.saving(trans), LINKS.loadStateDict(trans)]
  })
});
