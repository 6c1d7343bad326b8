import type { ISign, Values } from '../../../diagnosis/types';
import { said } from '../../said';

const PLACE = String.raw`[\w:]{2,12}`;

/** The one of three that is elsewhere; none where all differ. */
function oddOne({ first, second, third, ...names }: Values): Values {
  if (second === third && first !== second) {
    return { argument: names.one, given: first, wanted: second };
  }
  if (first === third) {
    return { argument: names.two, given: second, wanted: first };
  }
  return first === second
    ? { argument: names.three, given: third, wanted: first }
    : {};
}

/** Texts that name a device for each of several tensors. */
export const PLACE_SIGNS: readonly ISign[] = [
  // aten/src/ATen/native/TensorAdvancedIndexing.cpp.
  ...said(
    new RegExp(
      String.raw`xpected to be in the same device, but got \((?<one>\w{1,12})\) (?<first>${PLACE}), \((?<two>\w{1,12})\) (?<second>${PLACE}), and \((?<three>\w{1,12})\) (?<third>${PLACE})`
    ),
    { read: oddOne }
  ),
  // scaled_dot_product_attention.
  ...said(
    new RegExp(
      String.raw`to have the same device type, but got (?<one>\w{1,12})\.device: (?<first>${PLACE}) (?<two>\w{1,12})\.device: (?<second>${PLACE}) and (?<three>\w{1,12})\.device: (?<third>${PLACE})`
    ),
    { read: oddOne }
  ),
  ...said(
    new RegExp(
      String.raw`must all be on the same device\. Input 0 is on device (?<wanted>${PLACE}) and input \d{1,4} is on device (?<given>${PLACE})`
    )
  ),
  ...said(
    /\bmeshgrid expects all tensors to have the same device|\bself, index and source expected to be in the same device/
  ),
  ...said(
    new RegExp(
      String.raw`tensor_indices_or_sections to be on (?<wanted>cpu), but it["']s on (?<given>${PLACE})`
    )
  ),
  ...said(
    new RegExp(
      String.raw`copy from device (?<given>${PLACE}) to device (?<wanted>${PLACE}), but cross-device copies are not allowed`
    )
  ),
  // torch.FloatTensor(x), torch.cuda.FloatTensor(x).
  ...said(
    /legacy (?:constructor|new) expects device type: ?(?<wanted>\w{2,8}) ?but device type: ?(?<given>\w{2,8}) was passed/
  ),
  ...said(
    new RegExp(
      String.raw`xpected TensorOptions\(dtype=[\w:]{3,12}(?: int)?, device=(?<wanted>${PLACE}), .{1,160}\(got TensorOptions\(dtype=[\w:]{3,12}(?: int)?, device=(?!\k<wanted>,)(?<given>${PLACE}),`
    ),
    { read: ({ given, wanted }) => ({ given, wanted }) }
  )
];
