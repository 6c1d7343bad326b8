/** Which entries have a fix that a press makes, and why some have none. */
import { english } from '../../diagnosis/english';
import type { IEntry, IFix, IPage } from '../../diagnosis/types';
import { proofOf } from './cases';

/** What an entry says without values, of each kind, and of each of its cases. */
export function pagesOf({ id, kinds, page }: IEntry): readonly IPage[] {
  return [
    {},
    ...kinds.map(kind => ({ kind })),
    ...proofOf(id).recognised.map(({ values = {} }) => values)
  ].map(values => page(english, values));
}

/** Code that people write: no command, no installation, nothing to look at. */
export function isChangeOfCode({ safety, code, action }: IFix): boolean {
  return (
    safety !== 'diagnostic' &&
    !action &&
    code !== undefined &&
    !/^(?:\$ |%)/m.test(code)
  );
}

/** Whether the first fix of an entry, as it is without values, changes code. */
export function changesCode({ page }: IEntry): boolean {
  return isChangeOfCode(page(english, {}).fixes[0]);
}

/** Whether a fix of an entry can be pressed, where the code of a failure allows it. */
export function hasEdit(entry: IEntry): boolean {
  return pagesOf(entry).some(({ fixes }) => fixes.some(({ edit }) => edit));
}

/** The same of the fix that is shown first. */
export function hasFirstEdit(entry: IEntry): boolean {
  return pagesOf(entry).some(({ fixes }) => fixes[0]?.edit);
}

/**
 * Why no press makes the first fix of these, although it changes code. What is
 * missing stands nowhere in the notebook, so a change would have to invent it.
 */
export const BY_HAND: ReadonlyMap<string, string> = new Map([
  [
    'dataloader/augmenter-workers',
    'The setting stands in a shell or in front of the command.'
  ],
  [
    'dataloader/boxes',
    'The form of the boxes stands in the annotations, not in the cell.'
  ],
  [
    'dataloader/hf-dataset',
    'The part, split or column is the user’s to choose.'
  ],
  [
    'dataloader/language-data',
    'The data is to be fetched once, which changes no line.'
  ],
  [
    'dataloader/replay-sample',
    'What is to happen before there are enough is the user’s to say.'
  ],
  ['dataloader/yolo-data', 'The paths stand in a YAML file, which is no cell.'],
  [
    'export/onnx-session',
    'Which array is of which input, the line does not tell.'
  ],
  [
    'model/auto-class',
    'Which class it is depends on the task, which no line says.'
  ],
  [
    'model/diffusion-pipeline',
    'Which parts belong together stands in folders.'
  ],
  [
    'model/generate-positional',
    'Whether the argument is token ids, the line does not tell.'
  ],
  ['model/graph-data', 'Which folder or layer it is, the line does not tell.'],
  ['model/gym-environment', 'The name or the space is the user’s to choose.'],
  [
    'model/score-input',
    'Which of the two arrays holds outputs, the line does not tell.'
  ],
  ['python/array-append', 'Which name is to be a list stands in another line.'],
  [
    'python/array-index',
    'What was meant as the index, the line does not tell.'
  ],
  [
    'python/array-memory',
    'It takes another design of the data set, as a class.'
  ],
  [
    'python/array-truth',
    'Whether one or all must hold, the line does not tell.'
  ],
  ['python/built-in', 'What was meant with the value is the user’s to say.'],
  ['python/called-number', 'The assignment stands in another cell.'],
  [
    'version/fastai-one',
    'The program was written for another library, as a whole.'
  ],
  [
    'version/deepxde-backend',
    'The backend is set before the import, which stands in another cell.'
  ],
  ['version/librosa-calls', 'Which argument is which depends on the call.'],
  [
    'model/chat-template',
    'Only the hub knows whether a model has a variant for conversations, and its name.'
  ],
  [
    'model/gym-step',
    'Where the plain environment is made, or which class it has, the failed line does not tell.'
  ],
  [
    'model/fastai-blocks',
    'Which data the block is to load would stand in the very call that is missing.'
  ],
  [
    'model/lightning-log',
    'What is to be logged belongs into a step of a module that the notebook may not have.'
  ],
  [
    'model/other-architecture',
    'The class that the file was saved from is known by the names of its weights alone.'
  ],
  ['model/pretrained-code', 'The change belongs into a file beside the model.'],
  [
    'model/layer-index',
    'How many classes the new layer has, the line of another model may say or not.'
  ],
  [
    'model/detector-results',
    'What is wanted of each result, and under which name, the failed line does not tell.'
  ],
  [
    'model/saved-detector',
    'Whether the attribute is to be true depends on what the model is for.'
  ],
  [
    'model/unpickle-class',
    'The class is to be written, or imported from code that the notebook does not have.'
  ],
  [
    'parallel/collectives-differ',
    'Which calls the other ranks make depends on what they run, and one failure shows one rank.'
  ],
  ['python/credentials', 'A key is asked for, and stands in no cell.'],
  [
    'python/drawing',
    'Which plot is meant, or how many there are, is the user’s to say.'
  ],
  [
    'python/file-exists',
    'What becomes of what is there already is the user’s to decide.'
  ],
  [
    'python/import-name',
    'The file that lacks the name is loaded anew, or is another one: no line of the notebook is wrong.'
  ],
  [
    'python/in-notebook',
    'What starts the processes is a call of a library; which argument it has for them stands in no line.'
  ],
  [
    'python/network',
    'The address and what is done with the answer are the user’s to say.'
  ],
  [
    'python/no-write',
    'Which folder the files are to go to is their owner’s to say.'
  ],
  [
    'python/none-origin',
    'A return, a check or a value has to be written that only its author knows.'
  ],
  [
    'python/own-stop',
    'Whether the stop is still wanted, only its author knows.'
  ],
  [
    'python/relative-import',
    'Where the project lies on this machine stands in no line.'
  ],
  ['python/scikit-learn', 'The data are prepared in other lines.'],
  [
    'python/syntax',
    'An edit needs a text that can be parsed, and this one cannot.'
  ],
  ['python/table-size', 'The values are gathered in other lines.'],
  ['python/text-format', 'Which value is to be shown is the user’s to say.'],
  [
    'python/unbound-local',
    'The value with which the variable begins, or what else the branch not taken would give it, is the writer’s to say.'
  ],
  ['python/unhashable', 'What the key is to be is the user’s to say.'],
  [
    'version/config-key',
    'Which function adds the keys, only the project knows.'
  ],
  [
    'version/package-argument',
    'The tests install none of these packages, so no press would be proven.'
  ]
]);
