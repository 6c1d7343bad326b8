import { BUILT_ON_TORCH, importsTorch } from '../../diagnosis/python-words';
import { memoize } from '../../shared/memoize';
import type { IRaised, IReading } from '../../incident/types';
import { printedText } from '../predicates';

/** Calls, file names and programs that belong to torch, whoever makes them. */
const OF_TORCH = new RegExp(
  [
    String.raw`(?:[\\/]|\bimport |\bfrom )(?:${BUILT_ON_TORCH}|lightning)\b`,
    String.raw`\b(?:load_)?state_dict\(|\bnn\.(?:Module|Linear|Conv\dd|Sequential)\b|\bDataLoader\(|_dataloader\(`,
    String.raw`\.(?:backward|zero_grad|requires_grad_|unsqueeze|no_grad|cuda)\(|\.to\((?:self\.|args\.)?device\b|\bloss\w{0,20}\.item\(\)`,
    String.raw`\b(?:train|test|val|valid|eval)_?(?:data_?)?loader\b|\.apply\(\w{0,20}(?:init|weight)\w{0,20}\)`,
    String.raw`\bPILImage\b|\blearn\.(?:predict|fit\w{0,20}|fine_tune|lr_find|export|recorder|show_results|dls|unfreeze)\b`,
    String.raw`\bNeither CUDA nor MPS are available|\w\.pth\b|\bstable-diffusion|\bqlora\b|\bComfyUI\b|ForConditionalGeneration\b|ForCausalLM\b`,
    String.raw`\b(?:inference_)?(?:realesrgan|gfpgan)\b|\bbasicsr\b`
