// Generated from the folders beside it: `npm run entry -- --index`.
import type { IEntry } from '../../diagnosis/types';

import dynamicShapes from './dynamic-shapes';
import onnxMissing from './onnx-missing';
import onnxSession from './onnx-session';
import onnxUnsupported from './onnx-unsupported';
import onnxUpsample from './onnx-upsample';
import torchscript from './torchscript';

export const exporting: readonly IEntry[] = [
  dynamicShapes,
  onnxMissing,
  onnxSession,
  onnxUnsupported,
  onnxUpsample,
  torchscript
];
