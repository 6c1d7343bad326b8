import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import { fitting } from '../../shared/fitting';
import { LINKS } from '../shared/links';
import {
  MISSING,
  missingNames,
  stateDictOf,
  unexpectedNames
} from '../shared/state-dict';
import { architectureOf, beginApart } from './architectures';

/** Whose weights are missing. */
const FOR = /Error\(s\) in loading state_dict for (?<type>\w{1,60})/;

function typeIn({ exceptions }: IReading): string | undefined {
  return exceptions
    .map(({ message }) => FOR.exec(message)?.groups?.type)
    .find(type => type !== undefined);
}

/** Model and file are of two architectures, as the names of the weights tell. */
function apart(reading: IReading): ValuesOf<'theirs' | 'ours'> | undefined {
  const { missing, unexpected } = stateDictOf(reading);
  const [ours, theirs] = [missing, unexpected].map(architectureOf);
  const type = typeIn(reading) ?? ours;
  if (ours && theirs) {
    return ours === theirs ? undefined : { theirs, ours: type };
  }
  return type && beginApart(missing, unexpected)
    ? { theirs, ours: type }
    : undefined;
}

export default define({
  id: 'model/other-architecture',
  inPackage: 'file',
  answers: [
    'Error(s) in loading state_dict for MobileNetV2: Missing key(s) in state_dict: "features.1.conv.0.0.weight" … Unexpected key(s) in state_dict: "features.1.block.0.0.weight"',
    'Error(s) in loading state_dict for VGG: Missing key(s) in state_dict: "features.0.weight" … Unexpected key(s) in state_dict: "layer1.0.conv1.weight"',
    'a checkpoint of another model: no key matches'
  ],
  refines: [
    'model/state-dict-missing',
    'model/state-dict-size',
    'model/state-dict-unexpected'
  ],
  values: ['theirs', 'ours', 'missing', 'unexpected'],
  signs: [
    {
      where: 'message',
      pattern: MISSING,
      when: reading => apart(reading) !== undefined,
      confidence: 'likely',
      read: (groups, reading) => ({
        ...missingNames(groups, reading),
        ...unexpectedNames(groups, reading),
        ...apart(reading)
      })
    }
  ],
  words: (
    trans,
    {
      theirs,
      ours = 'AlexNet',
      missing = 'features.0.weight',
      unexpected = 'conv.weight'
    }
  ) => ({
    title:
      theirs && fitting(`${theirs}${ours}`, 34)
        ? trans.__('The file holds %1, the model is %2', theirs, ours)
        : trans.__('The file is of another model'),
    cause: theirs
      ? trans.__(
          'Names such as %1 in the file are those of %2; the model, %3, has %4 instead. The weights fit none of its layers.',
          unexpected,
          theirs,
          ours,
          missing
        )
      : trans.__(
          'No name in the file begins like one of %1: it has %2, the model has %3. It was saved from another class.',
          ours,
          unexpected,
          missing
        ),
    fixes: [
      {
        safety: 'check',
        title:
          theirs && fitting(theirs, 40)
            ? trans.__('Load it into what it was saved from: %1', theirs)
            : trans.__('Load it into the class that it was saved from'),
        detail: trans.__(
          'Same class, same number of layers and classes. strict=False would load nothing of it.'
        ),
        code: 'model = …  # the class that was trained\nmodel.load_state_dict(state)'
      },
      {
        safety: 'check',
        title: trans.__('Or load the file that belongs to this model'),
        detail: trans.__(
          'The name of a file may promise another model than it holds.'
        )
      },
      {
        safety: 'diagnostic',
        title: trans.__(
          'Compare the names in the file with those of the model'
        ),
        code: 'print(list(state)[:8])\nprint(list(model.state_dict())[:8])'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'The names differ by a prefix alone, such as “module.” or “model.”: then the prefix must go.'
      )
    ],
    links: [LINKS.loadStateDict(trans), LINKS.saving(trans)]
  })
});
