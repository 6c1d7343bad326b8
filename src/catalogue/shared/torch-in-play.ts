import {
  BUILT_ON_TORCH,
  callsTorch,
  importsTorch
} from '../../diagnosis/python-words';
import { memoize } from '../../shared/memoize';
import type { IRaised, IReading } from '../../incident/types';
import { printedText } from '../predicates';
import { sourcesAbove } from './visible-code';

/** Calls, file names and programs that belong to torch, whoever makes them. */
const OF_TORCH = new RegExp(
  [
    String.raw`(?:[\\/"]|\bimport |\bfrom )(?:${BUILT_ON_TORCH}|lightning)\b`,
    String.raw`\b(?:load_)?state_dict\(|\bnn\.(?:Module|Linear|Conv\dd|Sequential)\b|\bDataLoader\(|_dataloader\(`,
    String.raw`\.(?:backward|zero_grad|requires_grad_|unsqueeze|no_grad|cuda)\(|\.to\((?:\w{1,20}\.){0,3}device\b|\bloss\w{0,20}\.item\(\)|\bSummaryWriter\(|\bnum_workers ?=|\b(?:model|net|network)\.(?:train|eval)\(\)`,
    String.raw`\b(?:train|test|val|valid|eval)_?(?:data_?)?loader\b|\.apply\(\w{0,20}(?:init|weight)\w{0,20}\)`,
    String.raw`\bPILImage\b|\blearn\.(?:predict|fit\w{0,20}|fine_tune|lr_find|export|recorder|show_results|dls|unfreeze)\b`,
    String.raw`\bNeither CUDA nor MPS are available|[\\/]huggingface[\\/]|\w\.pth\b|\bstable-diffusion|\bqlora\b|\bComfyUI\b|ForConditionalGeneration\b|ForCausalLM\b`,
    // Programs that are built on it, by the folder that they lie in.
    String.raw`\b(?:Retrieval-based-Voice-Conversion|RVC\d{0,5}|so-vits-svc|GPT-SoVITS|Wav2Lip|SadTalker|LLaMA-Factory|sd-scripts|kohya_ss|text-generation-webui|audiocraft|whisper[xX]?|faster_whisper|demucs|Real-ESRGAN|pytorch-CycleGAN\w{0,3}|yolov\d|ultralytics|YOLOX|ByteTrack|nanoGPT|FastChat|Open-Sora|TTS|xtts|fooocus|Fooocus|InvokeAI|insightface|Alpaca-\w{2,8}|stablediffusion)[\w-]{0,30}[\\/]`,
    String.raw`(?:[\\/]|\bimport |\bfrom )(?:pyannote|RealtimeTTS|coqpit|esm|atomai|recbole|nnunet|espnet2|anomalib|faster_whisper|captum|skorch|flair|gpytorch|botorch)\b`,
    String.raw`\b(?:rvc|whisper|sovits|comfyui|chatglm)\b`,
    String.raw`\b(?:inference_)?(?:realesrgan|gfpgan)\b|\bbasicsr\b`,
    // A folder that is called like a model, and programs that apply one.
    String.raw`[\\/"][\w.-]{0,40}(?:GAN|NeRF|YOLO|LLaMA|LLaVA|Diff(?:usion|Dock)|ControlNet|LoRA|BERT|GPT|ViT|Whisper|VITS|Wav2|UNet|Former|Mamba|Qwen|ChatGLM|Baichuan|LipSync|Lip-Sync|[Rr]etalking|RecBole|recbole|Gaussian|BEV|pytorch|PyTorch|pyannote|tortoise)[\w.-]{0,40}[\\/]`,
    String.raw`\binference\.py\b|"inference[\\/]|--(?:checkpoint|ckpt|pretrained)\w{0,20}\b|--model[-_]path\b|\bns-(?:train|process-data|render)\b|[\\/]nuscenes\.py\b|Dataset\([^()\n]{0,80}\btokenizer\b`
  ].join('|')
);

/** Others that have words in common with it. */
const OF_OTHERS = /\b(?:tensorflow|keras|paddle|mxnet|jax|flax)\b/;

const speaksTorch = memoize((reading: IReading): boolean => {
  const text = printedText(reading);
  return OF_TORCH.test(text) && !OF_OTHERS.test(text);
});

const cellsCallTorch = memoize((reading: IReading): boolean =>
  sourcesAbove(reading).some(callsTorch)
);

/**
 * Whether torch has to do with it: imported in the kernel or the notebook, in
 * the texts, or in the calls of the lines and cells at hand.
 */
export function isTorchInPlay(reading: IReading): boolean {
  return (
    reading.incident.live?.hasTorch === true ||
    reading.mentions('torch') ||
    importsTorch(reading.incident.imports ?? '') ||
    speaksTorch(reading) ||
    cellsCallTorch(reading)
  );
}

/**
 * Whether torch may have to do with it: it is in play, or no line of the
 * program is at hand that would have named it.
 */
export function mayBeTorch(reading: IReading): boolean {
  return reading.code === '' || isTorchInPlay(reading);
}

/** The same for a message that was wrapped on its way and as it was. */
function bare({ name, message }: IRaised): string {
  return `${name}: ${message}`.replace(/\s/g, '');
}

/**
 * The end of a function's name, where a screen's edge parted the line of a frame:
 * the classes of errors are spelt otherwise.
 */
const NO_CLASS = /^(?!\w{0,80}(?:error|timeout|exit))[a-z_]/;

function isNoClass({ name }: IRaised): boolean {
  return NO_CLASS.test(name);
}

/** Whether nothing wraps it: a wrapper knows better in which process it was. */
export function isAlone({ exceptions }: IReading): boolean {
  const [first, ...others] = exceptions;
  return (
    first !== undefined &&
    others.every(one => bare(one) === bare(first) || isNoClass(one))
  );
}

/** Whether nothing wraps it, and torch has to do with it. */
export function isAloneOnTorch(reading: IReading): boolean {
  return isAlone(reading) && isTorchInPlay(reading);
}
