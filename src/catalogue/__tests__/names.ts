/**
 * Names are those of the failure, as numbers are: each that a title, a cause or
 * a fix puts into its words stands in the evidence, or follows by a rule below.
 * Code to copy may hold names of its own: it shows how something is written.
 */
import type { IIncident } from '../../incident/types';
import torchNames from '../shared/torch-names.json';
import { shown } from './rendered';

/** A name of code or of a file, with its dots. */
const NAME = /(?<![\w.])[a-z_][\w.]*\w/gi;

/** What C++ prints for the number types that torch names so. */
const NUMBER_TYPES: Readonly<Record<string, RegExp>> = {
  byte: /uint8|unsigned char/,
  long: /int64|i64/,
  float: /float32|f32/,
  double: /float64|f64/
};

/** Alternatives of a pattern, of lists parted by spaces. */
function anyOf(names: readonly string[]): string {
  return names.join(' ').replaceAll(' ', '|');
}

/** How a name follows from what was shown, in small letters. */
const RULES: Readonly<Record<string, (name: string, text: string) => boolean>> =
  {
    'it stands there': (name, text) => text.includes(name),
    'each of its parts stands there': (name, text) =>
      name.split('.').every(part => text.includes(part)),
    'a number type in other letters': (name, text) =>
      NUMBER_TYPES[name]?.test(text) === true,
    'a unit of memory': name => /^(?:bytes|[kmgt]ib)$/.test(name)
  };

/**
 * Names that an entry knows, and that the evidence only chooses: what a part of
 * torch, a number type or a signal is called.
 */
export const KNOWN_NAMES: Readonly<Record<string, RegExp>> = {
  // What a message means by other words, or a frame by its file: the program, the
  // library that the linker was asked for, the package to update, the Hub.
  'compile/no-compiler': /^cl$/,
  'python/missing-program':
    /^(?:ffmpeg|dot|git|java|sox|espeak|pdftoppm|unrar|git-lfs|python)$/,
  'python/network': /^(?:scikit|huggingface\.co)$/,
  'cuda/cublas-not-supported': /^bfloat16$/,
  'cuda/gpu-lacks-feature': /^(?:FlashAttention|bfloat16|float8)$/,
  'cuda/library-missing': /^lib(?:bitsandbytes|\w{2,20}\.so)$/,
  // The names of the weights tell it.
  'model/other-architecture': /^(?:MobileNetV3|EfficientNet)$/,
  // xFormers' wheels hold the kernel that is named.
  'cuda/no-kernel-image': /^xformers$/,
  // The name of the number that is printed.
  'cuda/runtime-error': /^cudaError\w+$/,
  // The parameter of every data set, below which it keeps its files.
  'dataloader/dataset-download': /^root$/,
  // Classes by the arguments that they miss.
  'dataloader/error-not-rebuilt': /^JSONDecodeError$/,
  // What torchvision calls train_labels and train_data today.
  'dataloader/subset-attribute': /^(?:targets|data)$/,
  'dataloader/transform-input': /^(?:PIL|Image)$/,
  // And the argument of what names none where it is given none.
  'tensor/argument-type': /^(?:tuple|ints|shape)$/,
  // The layers that share a check, and the mode that was meant.
  'tensor/conv-input': /^(?:(?:Batch|Layer|Instance)Norm|bilinear)$/,
  // Weights are float32 unless told otherwise.
  'tensor/dtype-mismatch': /^Float$/,
  'tensor/device-mismatch': /^(?:cpu|CPU|GPU)$/,
  // The function whose own words they are.
  'tensor/empty-tensor': /^one_hot$/,
  'tensor/flip-roll': /^(?:rot90|fliplr|flipud)$/,
  'tensor/not-a-tensor': /^(?:NoneType|numpy\.ndarray)$/,
  'tensor/signal-window':
    /^(?:torch\.(?:signal\.windows\.\w+|hann_window)|sparse_coo)$/,
  'tensor/split-parts': /^tensor_split$/,
  // The methods of tensors, and the functions that are none.
  'tensor/tensor-attribute': new RegExp(
    `^(?:(?:F|torch)\\.)?(?:${anyOf([
      torchNames.modules['torch.Tensor'],
      torchNames.modules['torch.nn.functional'],
      torchNames.modules.torch
    ])})$`
  ),
  // What a layer of torch has.
  'model/no-attribute': /^(?:(?:in|out)_features|weight|bias)$/,
  'model/map-location': /^GPU$/,
  // What the message calls learning rate, beta parameter and eta values.
  'model/optimizer-parameters': /^(?:lr|betas|etas)$/,
  // What the numbers that differ stand for, in words.
  'model/state-dict-size': /^[a-z]{2,10}$/,
  'model/transformers-inputs': /^sentence_transformers$/,
  'model/uninitialized-parameter': /^torch\.jit\.script$/,
  'model/unpickle-class': /^torch$/,
  // The systems that have PosixPath and WindowsPath.
  'model/unpickle-path': /^(?:Linux|macOS|Windows)$/,
  'parallel/spawn-wrapper': /^SIGTERM$/,
  'version/libraries-differ':
    /^(?:accelerate|torch|transformers|peft|huggingface_hub|tokenizers|datasets)$/,
  // The wheels tell whose an argument, or a member, is.
  'version/library-argument':
    /^(?:monai|facexlib|transformers|torchvision|Cache|PreTrainedTokenizerBase|FaceRestoreHelper\.\w+)$/,
  'version/library-changed':
    /^(?:transformers|trl|accelerate|evaluation_strategy)$/,
  // Whose release dropped a name.
  'version/python-name':
    /^(?:Python|Pillow|SciPy|scikit-image|scikit|scikit-learn|pandas|langchain|networkx)$/,
  'version/package-argument': /^(?:scikit|pandas|matplotlib|seaborn)$/,
  // The names that a release of torch or torchvision has.
  'version/removed-api': new RegExp(
    `^(?:PyTorch|torch(?:\\.\\w+)*|${anyOf(Object.values(torchNames.modules))})$`
  ),
  'version/sigmoid-deprecated': /^torch\.nn\.init\.\w+$/,
  // What the tokenizers read that have a placeholder for their class.
  'version/optional-package': /^sentencepiece$/,
  // What Trainer passes to its methods.
  'version/trainer-override':
    /^(?:train_dataset|num_items_in_batch|start_time|device)$/,
  'version/torchvision-op': /^torch(?:vision|audio)$/,
  // The parameters of torch's layers, which its signature has.
  'python/call-arguments':
    /^(?:bias|device|dilation|dtype|groups|in_channels|kernel_size|out_channels|padding|padding_mode|stride|log_dir|comment|purge_step|max_queue|filename_suffix)$/,
  'python/binary-as-text': /^gzip$/,
  // And the file that a project's setup.py writes, the packages that share a
  // folder, and the one that asks for a module, or that has it today.
  'python/failed-import':
    /^(?:torchvision|numpy|full|python|scikit|lightning\.pytorch\.\w+|\w{1,40}\.py|coqui|coqpit|config|fair|librosa|splitters)$/,
  // The library of Hugging Face that has a name.
  'python/import-name': /^sentence_transformers$/,
  'python/undefined-name':
    /^(?:None|torch\.nn|torch\.zeros|matplotlib\.pyplot|functools|str|sklearn\.metrics|fastai\.vision\.all|transformers)$/
};

function follows(name: string, text: string): boolean {
  return Object.values(RULES).some(rule => rule(name.toLowerCase(), text));
}

/** The names that `args` hold and nothing at hand gives. */
export function inventedNames(
  args: readonly string[],
  incident: IIncident
): string[] {
  const text = shown(incident).toLowerCase();
  return args
    .flatMap(arg => arg.match(NAME) ?? [])
    .filter(name => !follows(name, text));
}
