import type { ISign, Values } from '../../../diagnosis/types';
import { ofKind, said } from '../../said';
import { kindOfByte } from './corrupt-words';
import {
  inLoad,
  NOT_A_PICKLE,
  perhapsLoad,
  placeUnknown,
  readsPickle
} from './loading';

/** The first byte; clients that escape twice double its backslash. */
const KEY = /invalid load key, ["'](?<key>\\{1,2}x[0-9a-f]{2}|\\.|.)["']/;

const readOperand = ({ operand }: Values): Values => ({
  kind: kindOfByte(String.fromCharCode(Number(operand)))
});

const readKey = ({ key }: Values): Values => ({ kind: kindOfByte(key ?? '') });

/** Texts of pickle itself: ours inside torch.load, perhaps ours elsewhere. */
function pickled(
  pattern: RegExp,
  more: Pick<ISign, 'read' | 'ename'>
): ISign[] {
  return [
    { where: 'message', pattern, when: inLoad, ...more },
    {
      where: 'message',
      pattern,
      when: reading => placeUnknown(reading) && !readsPickle(reading),
      confidence: 'possible',
      ...more
    }
  ];
}

/** The signs of `model/corrupt-checkpoint`. */
export const CORRUPT_SIGNS: readonly ISign[] = [
  ...said(
    /PytorchStreamReader failed locating file constants\.pkl/,
    ofKind('script')
  ),
  ...said(
    /PytorchStreamReader failed|failed finding central directory|file in archive is not in a subdirectory|inline_container\.cc:\d{1,6}\] ?\.? file not found|Expected hasRecord\(["']version["']\) to be true/
  ),
  ...said(
    /unexpected EOF, expected \d+ more bytes|storage has wrong (?:byte )?size ?: ?ex(?:pec|cep)ted (?:-?\d|%ld)|unexpected EOF\. The file might be corrupted/
  ),
  ...said(/Invalid magic number; corrupt file/),
  {
    where: 'message',
    pattern: KEY,
    when: perhapsLoad,
    read: readKey
  },
  {
    where: 'log',
    pattern: KEY,
    when: perhapsLoad,
    read: readKey
  },
  // Cut behind its first words.
  {
    where: 'message',
    pattern: /^invalid load key[.,]?$/,
    when: perhapsLoad,
    confidence: 'possible',
    ...ofKind('other')
  },
  ...said(NOT_A_PICKLE, { read: readOperand }),
  ...pickled(/^(?:EOFError: )?Ran out of input$/, ofKind('empty')),
  ...pickled(/pickle data was truncated/, ofKind('damaged')),
  ...pickled(
    /^(?:could not find MARK|unpickling stack underflow|pickle exhausted before end of frame)$/,
    { ename: /^UnpicklingError$/, ...ofKind('other') }
  ),
  {
    where: 'message',
    pattern: /^$/,
    ename: /^EOFError$/,
    when: inLoad,
    ...ofKind('empty')
  },
  ...said(
    /Error while deserializing header|while deserializing: (?:incomplete metadata|invalid header)|(?:HeaderTooLarge|InvalidHeaderDeserialization|MetadataIncompleteBuffer|HeaderTooSmall)\b/
  ),
  // safetensors: the header promises more than the file holds.
  ...said(/must be divisible by \d{1,2} to view Byte as \w{1,12}/, {
    when: reading => reading.mentions('safetensors')
  }),
  // torch.load() of 0.1's format, a tar, on an archive that is another one.
  {
    where: 'message',
    ename: /^KeyError$/,
    pattern: /filename ["'](?:storages|tensors|pickle)["'] not found/,
    ...ofKind('other')
  },
  // torch up to 1.7, of an archive that was cut short.
  {
    where: 'message',
    ename: /^OSError$/,
    pattern: /^\[Errno 22\] Invalid argument$/,
    when: reading => reading.mentions('torch._C.PyTorchFileReader('),
    confidence: 'likely'
  },
  ...said(/invalid hash value \(expected ["'][0-9a-f]+["']/),
  ...said(
    /is a zip archive \(did you mean to use torch\.jit\.load\(\)\?\)|Only one file ?\(not dir\) is allowed in the zipfile|Attempted to read a PyTorch file with version \d{1,4}, but the maximum supported|version_? <= kMaxSupportedFileFormatVersion/,
    ofKind('newer')
  ),
  // torch.save() writes such instructions; only torch.load() knows them.
  ...said(
    /A load persistent id instruction was encountered, ?but no persistent_load function was specified/,
    { ...ofKind('pickle'), confidence: 'likely' }
  ),
  {
    where: 'message',
    // What pickle says of bytes that are no pickle differs from file to file.
    pattern: /^(?!Weights only)/,
    ename: /^UnpicklingError$/,
    when: inLoad,
    confidence: 'possible',
    ...ofKind('other')
  },
  {
    where: 'message',
    pattern: /Unable to load weights from pytorch checkpoint file/,
    confidence: 'possible'
  }
];
