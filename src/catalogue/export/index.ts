import type { IEntry } from '../../diagnosis/types';

import dynamicShapes from './dynamic-shapes';
import onnxMissing from './onnx-missing';
import onnxUnsupported from './onnx-unsupported';
import onnxUpsample from './onnx-upsample';
import torchscript from './torchscript';

/** The entries of this family, in the order of the documents' index. */
export const exporting: readonly IEntry[] = [
  onnxUnsupported,
  onnxUpsample,
  onnxMissing,
  torchscript,
  dynamicShapes
];
