import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

function forLengths(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('Give pack_padded_sequence the lengths on the CPU'),
    code: 'packed = pack_padded_sequence(x, lengths.cpu(), batch_first=True)'
  };
}

/** The title of `tensor/device-mismatch`. */
export function deviceTitle(
  trans: ITranslate,
  { one, other, given, wanted }: Values
): string {
  const first = given ?? one;
  const second = wanted ?? other;
  return first && second
    ? trans.__('Tensors on two devices: %1 and %2', first, second)
    : trans.__('Tensors of one operation are on different devices');
}

/** Its cause. */
export function deviceCause(trans: ITranslate, values: Values): string {
  const { argument, one, other, given, wanted } = values;
  if (argument === 'generator') {
    return trans.__(
      'The random generator belongs to %1, the random numbers are wanted on %2. Often torch.set_default_device() was called while a DataLoader or sampler made its generator on the CPU.',
      given ?? 'cpu',
      wanted ?? 'cuda'
    );
  }
  if (argument === 'lengths') {
    return trans.__(
      'pack_padded_sequence() reads the lengths on the CPU, also when the batch is on the GPU.'
    );
  }
  if (argument === 'metric') {
    return trans.__(
      'A metric of torchmetrics keeps counts of its own, and they are not on the device of the predictions.'
    );
  }
  if (argument && given && wanted) {
    return trans.__(
      '“%1” is on %2, the rest is on %3. An operation needs its tensors and the weights of the model on one device.',
      argument,
      given,
      wanted
    );
  }
  if ((given ?? one) && (wanted ?? other)) {
    return trans.__(
      'One tensor is on %1, another on %2. An operation needs its tensors and the weights of the model on one device.',
      given ?? one,
      wanted ?? other
    );
  }
  return trans.__(
    'An operation needs its tensors and the weights of the model on one device. Usually the batch or the model was not moved to the GPU.'
  );
}

function forGenerator(trans: ITranslate, wanted: string): IFix {
  return {
    safety: 'check',
    title: trans.__('Make the generator on the device of the random numbers'),
    code: `generator = torch.Generator(device='${wanted}')\nloader = DataLoader(dataset, shuffle=True, generator=generator)`
  };
}

/** Its fixes, best first. */
export function deviceFixes(
  trans: ITranslate,
  { argument, wanted }: Values
): IFix[] {
  return [
    ...(argument === 'generator'
      ? [forGenerator(trans, wanted ?? 'cuda')]
      : argument === 'lengths'
        ? [forLengths(trans)]
        : argument === 'metric'
          ? [
              {
                safety: 'safe' as const,
                title: trans.__('Move the metric too'),
                detail: trans.__(
                  'In a LightningModule, make it in __init__() as self.metric: then it moves with the module.'
                ),
                code: 'metric = metric.to(preds.device)'
              }
            ]
          : []),
    {
      safety: 'check',
      title: trans.__('Put the model and the data on one device'),
      detail: trans.__(
        'Module.to() moves the model in place; Tensor.to() returns a new tensor, so assign its result.'
      ),
      code: "device = 'cuda' if torch.cuda.is_available() else 'cpu'\nmodel = model.to(device)\nx, y = x.to(device), y.to(device)"
    },
    {
      safety: 'diagnostic',
      title: trans.__('See what is where'),
      code: 'print({p.device for p in model.parameters()}, {b.device for b in model.buffers()}, x.device)'
    },
    {
      safety: 'check',
      title: trans.__('Make new tensors on the device of the input'),
      detail: trans.__(
        'In forward(): zeros, ones, arange and masks are made on the CPU unless told otherwise. For constants use register_buffer, for lists of layers nn.ModuleList, so that they move with the model.'
      ),
      code: 'mask = torch.zeros(n, device=x.device)'
    }
  ];
}
