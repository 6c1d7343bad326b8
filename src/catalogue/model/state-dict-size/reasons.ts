import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { check } from '../../fix';
import type { ISizes } from '../shared/state-dict';
import {
  differenceCode,
  differencesOf,
  differenceText,
  numbersOf,
  readWritten,
  written
} from './differences';

/** What differs between the model that was saved and the one that is built. */
export type Reason =
  | 'blocks'
  | 'channels'
  | 'empty'
  | 'head'
  | 'mixed'
  | 'other'
  | 'packed'
  | 'positions'
  | 'rank'
  | 'reshaped'
  | 'settings'
  | 'transposed'
  | 'vocabulary'
  | 'width';

/** The last convolutions of YOLO: three anchors, each with a box and its classes. */
const YOLO = /^model\.\d{1,3}\.m\.\d(?:\.(?:weight|bias))?$/;

/** The number of classes that a last layer of YOLOv5 or v7 has. */
export function yoloClasses(
  name: string | undefined,
  size: number
): number | undefined {
  const classes = size / 3 - 5;
  return YOLO.test(name ?? '') && Number.isInteger(classes) && classes > 0
    ? classes
    : undefined;
}

/** Names of a last layer, which has one row per class. */
export const HEAD =
  /(?:^|\.)(?:_?fc|fc8|(?:\w{1,20}_)?heads?|classifier|(?:seg|det)?_?cls(?:_score|_logits|_preds?)?|class_embed|class_predictor|bbox_(?:pred|embed)|conv_seg|linear|last_linear|output|outc?|logits|score|predictor)(?:\.\d{1,2})?(?:\.(?:weight|bias))?$/;

const VOCABULARY =
  /(?:embed_tokens|word_embeddings?|tok(?:en)?_emb\w{0,12}|\bwte|lm_head|\bshared|embed_out|decoder\.bias|predictions\.bias|final_logits_bias)(?:\.|$)/;

const POSITIONS =
  /(?:pos(?:ition)?_?embed\w{0,12}|attention_bias\w{0,10}|relative_position\w{0,12}|position_ids|embed_positions|\bwpe)(?:\.|$)/;

const RANK = /\.lora_[AB](?:\.|$)/;

const FIRST_LAYER =
  /(?:^|\.)(?:conv_?1|conv_in|conv_stem|inc|stem|patch_embed|features\.0|model\.0|input_blocks\.0|first_conv|layers?\.0)(?:\.|$)/;

/** The places at which two shapes of one length differ; null for others. */
function differing({ inFile, inModel }: ISizes): number[] | null {
  const [file, model] = [numbersOf(inFile), numbersOf(inModel)];
  return file.length === model.length
    ? file.flatMap((size, at) => (size === model[at] ? [] : [at]))
    : null;
}

/** Whether all shapes hold the same values, in another order or with ones between. */
function sameValues(
  sizes: readonly ISizes[]
): 'reshaped' | 'transposed' | undefined {
  const shapes = sizes.map(({ inFile, inModel }) =>
    [inFile, inModel].map(numbersOf)
  );
  const bare = (shape: readonly number[] = []): string =>
    shape.filter(size => size !== 1).join();
  return shapes.every(([file, model]) => bare(file) === bare(model))
    ? 'reshaped'
    : shapes.every(
          ([file = [], model = []]) =>
            file.length === 2 && [...file].reverse().join() === model.join()
        )
      ? 'transposed'
      : undefined;
}

/** The first convolution of a block of ResNet: 1×1 in those of 50 layers and more. */
const BLOCK = /layer\d\.\d{1,3}\.conv1\.weight$/;

/** Whether blocks of one kind stand against those of the other. */
function otherBlocks(sizes: readonly ISizes[]): boolean {
  return sizes.some(
    ({ name, inFile, inModel }) =>
      BLOCK.test(name) &&
      [inFile, inModel]
        .map(shape => numbersOf(shape).slice(2).join())
        .sort()
        .join(' ') === '1,1 3,3'
  );
}

/** The settings that explain all of these weights, as a value. */
export function settingsIn(sizes: readonly ISizes[]): string | undefined {
  const found = differencesOf(sizes);
  return found === null ? undefined : written(found);
}

/** What these weights say of why their shapes differ; undefined if nothing. */
export function reasonOf(sizes: readonly ISizes[]): Reason | undefined {
  const all = (pattern: RegExp, at?: number) =>
    sizes.every(
      size =>
        pattern.test(size.name) &&
        (at === undefined || differing(size)?.join() === String(at))
    );
  if (sizes.length === 0) {
    return undefined;
  }
  if (
    sizes.every(
      ({ inFile, inModel }) => /^.0.$/.test(inFile) || /^.0.$/.test(inModel)
    )
  ) {
    return 'empty';
  }
  if (sizes.every(({ inFile }) => /^.\d{4,}, 1.$/.test(inFile))) {
    return 'packed';
  }
  if (all(RANK)) {
    return 'rank';
  }
  const same = sameValues(sizes);
  if (same !== undefined) {
    return same;
  }
  if (otherBlocks(sizes)) {
    return 'blocks';
  }
  const settings = differencesOf(sizes);
  if (settings?.every(({ what }) => what === 'window')) {
    return 'settings';
  }
  if (all(POSITIONS)) {
    return 'positions';
  }
  if (
    sizes.some(({ name }) => POSITIONS.test(name)) &&
    sizes.every(({ name }) => POSITIONS.test(name) || HEAD.test(name))
  ) {
    return 'mixed';
  }
  if (all(VOCABULARY, 0)) {
    return 'vocabulary';
  }
  if (all(HEAD, 0) || all(YOLO, 0)) {
    return 'head';
  }
  if (sizes.length === 1 && all(FIRST_LAYER, 1)) {
    return 'channels';
  }
  if (settings !== null) {
    const [first] = settings;
    return settings.length === 1 &&
      first.what === 'outputs' &&
      sizes.every(({ name }) => HEAD.test(name) || name.split('.').length <= 3)
      ? 'head'
      : settings.length === 1 && first.what === 'channels'
        ? 'channels'
        : 'settings';
  }
  const others = sizes.filter(({ name }) => !HEAD.test(name));
  return new Set(
    others.map(({ name }) => name.replace(/(?:^|\.)\w{1,40}$/, ''))
  ).size >= 2
    ? 'width'
    : undefined;
}

/** Why the shapes differ, in a sentence. */
export function reasonCause(
  trans: ITranslate,
  reason: Reason,
  { inFile = '', differ = '' }: Values
): string {
  const isInFile = /^.0.$/.test(inFile);
  switch (reason) {
    case 'head':
      return trans.__(
        'Only the last layer differs: the checkpoint was trained on another number of classes.'
      );
    case 'vocabulary':
      return trans.__(
        'Only the layers with a row per word differ: the two were made for vocabularies of different sizes.'
      );
    case 'positions':
      return trans.__(
        'Only the embedding of positions differs: the checkpoint is for another image size, patch size or length of text.'
      );
    case 'mixed':
      return trans.__(
        'The positions and the last layer differ: the checkpoint was trained at another input size and on another number of classes. So it is of another variant than the settings that built the model, or the two files come from different models.'
      );
    case 'channels':
      return trans.__(
        'Only the first layer differs: the two take images of another number of channels.'
      );
    case 'rank':
      return trans.__(
        'Only the adapter’s matrices differ: usually it was trained with another r, else for another base model.'
      );
    case 'packed':
      return trans.__(
        'A weight in one long column is one that bitsandbytes has packed into 4 bits: the checkpoint is quantized, the model is not.'
      );
    case 'empty':
      return isInFile
        ? trans.__(
            'The checkpoint holds empty weights: it was saved while DeepSpeed ZeRO-3 or FSDP kept them in parts on several processes.'
          )
        : trans.__(
            'The model holds empty weights: DeepSpeed ZeRO-3 keeps them in parts on several processes while they are loaded.'
          );
    case 'settings':
      return trans.__(
        'By the numbers, probably these settings differ: %1.',
        differenceText(trans, readWritten(differ))
      );
    case 'reshaped':
      return trans.__(
        'Both hold the same number of values, and only sizes of 1 differ: usually another version of the code wrote them, or a layer stands for one of its kind (a 1×1 convolution for a linear layer).'
      );
    case 'transposed':
      return trans.__(
        'The two sizes have changed places: the checkpoint holds the matrix transposed, as another library or version keeps it.'
      );
    case 'blocks':
      return trans.__(
        'The blocks are of the other kind: their first convolution is 1×1 in a Bottleneck (ResNet-50 and deeper), 3×3 in a BasicBlock (ResNet-18, 34).'
      );
    case 'other':
      return trans.__(
        'Names differ as well: the model is built with other options than the one that was saved, or it is another class.'
      );
    case 'width':
      return trans.__(
        'Layers all through the model differ, so it is usually built in another size than the checkpoint: another variant (small, base, large) or another width or depth in its settings.'
      );
  }
}

/** Images with so many patches of 16, and a place for the class; of `[1, 577, 768]`. */
function imageSize(shape: string): number | undefined {
  const [one, places = 0, width] = numbersOf(shape);
  const side = Math.sqrt(places - 1);
  return one === 1 && width !== undefined && Number.isInteger(side) && side > 1
    ? side * 16
    : undefined;
}

/** Biases of attention, `[heads, places]`: places of a square, in both sizes. */
function stretched(trans: ITranslate, inFile: string): IFix[] {
  const [, places = 0, ...more] = numbersOf(inFile);
  return more.length === 0 && Number.isInteger(Math.sqrt(places)) && places > 1
    ? [
        check(
          trans.__('Or stretch them to the size of this model'),
          "own = model.state_dict()\nfor k, v in state.items():\n    if k in own and v.dim() == 2 and v.shape != own[k].shape:\n        a, b = (round(t.shape[1] ** 0.5) for t in (v, own[k]))\n        v = v.reshape(1, -1, a, a)\n        state[k] = F.interpolate(v, size=(b, b), mode='bicubic').reshape(own[k].shape)\nmodel.load_state_dict(state)",
          trans.__('Tables of indices among them are computed: take them out.')
        )
      ]
    : [];
}

/** What is to be done first, where the reason says it. */
export function reasonFixes(
  trans: ITranslate,
  reason: Reason | undefined,
  { inFile = '', inModel = '', differ = '', model = 'Net' }: Values
): IFix[] {
  const [file] = numbersOf(inFile);
  switch (reason) {
    case 'vocabulary':
      return [
        check(
          trans.__(
            'Give the model the vocabulary of the checkpoint, then load'
          ),
          `model.resize_token_embeddings(${file ?? 'len(tokenizer)'})\nmodel.load_state_dict(state)`,
          trans.__(
            'Before PeftModel.from_pretrained() as well, where tokens were added for an adapter.'
          )
        ),
        check(
          trans.__('And take the tokenizer that was saved with it'),
          "tokenizer = AutoTokenizer.from_pretrained('folder-of-the-checkpoint')"
        )
      ];
    case 'mixed':
      return [
        {
          safety: 'check',
          title: trans.__(
            'Take weights and settings of one and the same model'
          ),
          detail: trans.__(
            'Delete the folder that holds them, and download all its files (config.json, too) from one place.'
          )
        },
        check(
          trans.__('Or build the model for the size it was trained with'),
          `model = ${model}(img_size=${imageSize(inFile) ?? '…'})  # and with its number of classes`
        )
      ];
    case 'positions':
      return [
        check(
          trans.__('Build the model for the input size it was trained with'),
          `model = ${model}(img_size=${imageSize(inFile) ?? '…'})  # or max_position_embeddings=…, as in its settings`
        ),
        ...stretched(trans, inFile)
      ];
    case 'channels':
      return [
        check(
          trans.__('Build the model with the channels of the checkpoint'),
          `model = Net(in_channels=${numbersOf(inFile)[1] ?? 3})\nmodel.load_state_dict(state)`,
          trans.__(
            'Grey images for a model of three channels: image.convert("RGB"), or x.repeat(1, 3, 1, 1).'
          )
        )
      ];
    case 'rank': {
      const [[a = 0, b = 0], [c = 0]] = [numbersOf(inFile), numbersOf(inModel)];
      return [
        check(
          trans.__('Let the adapter bring its own settings'),
          "model = PeftModel.from_pretrained(base, 'adapter')  # reads its adapter_config.json",
          trans.__(
            'Or make the LoraConfig with r=%1; base must be the model that it was trained on.',
            String(a === c ? b : Math.min(a, b))
          )
        )
      ];
    }
    case 'packed':
      return [
        check(
          trans.__('Load it as it was saved, quantized'),
          'from transformers import BitsAndBytesConfig\nmodel = AutoModelForCausalLM.from_pretrained(\n    path, quantization_config=BitsAndBytesConfig(load_in_4bit=True))',
          trans.__(
            'The config.json beside the weights must have its quantization_config.'
          )
        )
      ];
    case 'empty':
      return [
        /^.0.$/.test(inFile)
          ? check(
              trans.__('Put the parts of the checkpoint together'),
              '$ python zero_to_fp32.py . pytorch_model.bin',
              trans.__(
                'The script lies in the folder of the checkpoint. Next time: "stage3_gather_16bit_weights_on_model_save": true in the DeepSpeed config.'
              )
            )
          : check(
              trans.__('Load before DeepSpeed takes the model apart'),
              'model = AutoModel.from_pretrained(path)  # reads it part by part under ZeRO-3',
              trans.__(
                'Your own load_state_dict(): before deepspeed.initialize(), or inside deepspeed.zero.GatheredParameters. Or use ZeRO-2.'
              )
            )
      ];
    case 'settings':
      return [
        check(
          trans.__('Build the model with the settings of the checkpoint'),
          `model = ${model}(${differenceCode(readWritten(differ))})  # under the names of your class\nmodel.load_state_dict(state)`,
          trans.__(
            'Next time save them beside the weights: torch.save({"settings": settings, "state": model.state_dict()}, path).'
          )
        ),
        {
          safety: 'check',
          title: trans.__(
            'Or load the file that was saved by the model as it is built now'
          )
        }
      ];
    case 'reshaped':
      return [
        check(
          trans.__('Bring them into the shapes of the model, then load'),
          'own = model.state_dict()\nstate = {k: v.reshape(own[k].shape) if k in own else v for k, v in state.items()}\nmodel.load_state_dict(state)'
        )
      ];
    case 'transposed':
      return [
        check(
          trans.__('Transpose them back, then load'),
          'own = model.state_dict()\nstate = {k: v.t() if k in own and v.shape != own[k].shape else v for k, v in state.items()}\nmodel.load_state_dict(state)',
          trans.__(
            'A square matrix may be transposed as well, and shows nothing.'
          )
        )
      ];
    case 'blocks':
      return [
        check(
          trans.__('Build the depth that the checkpoint is of'),
          numbersOf(inFile).slice(2).join() === '1,1'
            ? 'model = resnet50()  # with Bottleneck blocks; resnet101, resnet152\nmodel.load_state_dict(state)'
            : 'model = resnet18()  # with BasicBlock; or resnet34\nmodel.load_state_dict(state)',
          trans.__(
            'In a project of its own the setting is called block, block_name, arch or depth.'
          )
        ),
        {
          safety: 'check',
          title: trans.__('Or load the checkpoint of this depth')
        }
      ];
    case 'other':
    case 'width':
      return [
        check(
          trans.__('Build the variant that the checkpoint is of'),
          `model = ${model}(...)  # the name, width and depth it was trained with\nmodel.load_state_dict(state)`,
          trans.__(
            'Its settings stand in the config or the command line of the training, or in the name of the file.'
          )
        ),
        {
          safety: 'check',
          title: trans.__('Or load the checkpoint of this variant')
        }
      ];
    default:
      return [];
  }
}
