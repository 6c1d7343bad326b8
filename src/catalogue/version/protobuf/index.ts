import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';

/** protobuf 4 to 7, descriptor.py; the first releases said “cannot not”. */
const DIRECTLY = /Descriptors cannot (?:not )?be created directly/;

/** Gone between 5.29.5 and 6.30.2: message_factory.py of their wheels. */
const PROTOTYPE =
  /["']MessageFactory["'] object has no attribute ["']GetPrototype["']/;

const BUILDER =
  /cannot import name ["']builder["'] from ["']google\.protobuf\.internal["']/;

const VERSION =
  /cannot import name ["']runtime_version["'] from ["']google\.protobuf["']/;

function other(trans: ITranslate, spec: string): IFix {
  return check(
    trans.__('Take the protobuf that the package was built for'),
    `%pip install "protobuf${spec}"`,
    trans.__('Then restart the kernel: it has loaded the other one.')
  );
}

function newer(trans: ITranslate): IFix {
  return check(
    trans.__('Or bring up to date what asks for it, then restart'),
    '%pip install --upgrade tensorboard transformers sentencepiece onnx',
    trans.__('The frame above the error names the package.')
  );
}

export default define({
  id: 'version/protobuf',
  answers: [
    'TypeError: Descriptors cannot be created directly. If this call came from a _pb2.py file, your generated code is out of date',
    "AttributeError: 'MessageFactory' object has no attribute 'GetPrototype'",
    "ImportError: cannot import name 'builder' from 'google.protobuf.internal'",
    "ImportError: cannot import name 'runtime_version' from 'google.protobuf'"
  ],
  refines: [
    'python/import-name',
    'python/missing-attribute',
    'version/parts-differ'
  ],
  kinds: {
    generated: {
      signs: messageOrLog(DIRECTLY),
      words: trans => ({
        title: trans.__('protobuf is too new for a package'),
        cause: trans.__(
          'A package (tensorboard, onnx, sentencepiece, wandb …) brings files that were generated for protobuf 3, and the installed protobuf 4 or later refuses them.'
        ),
        fixes: [other(trans, '<3.21'), newer(trans)]
      })
    },
    prototype: {
      signs: messageOrLog(PROTOTYPE),
      words: trans => ({
        title: trans.__('protobuf is too new for a package'),
        cause: trans.__(
          'protobuf 5.29 has GetPrototype(), 6.30 and later have it no more. A package, mostly TensorFlow or an old tensorboard that is imported along, still calls it.'
        ),
        fixes: [other(trans, '<6'), newer(trans)]
      })
    },
    older: {
      signs: [...messageOrLog(BUILDER), ...messageOrLog(VERSION)],
      words: trans => ({
        title: trans.__('protobuf is too old for a package'),
        cause: trans.__(
          'A package brings files that a newer protobuf generated, and they import what the installed one does not have yet.'
        ),
        fixes: [
          check(
            trans.__('Update protobuf, then restart the kernel'),
            '%pip install --upgrade protobuf'
          ),
          check(trans.__('See whether something holds it back'), '%pip check')
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A folder google/ of yours beside the notebook hides the real one: then nothing of protobuf is found.'
      )
    ],
    links: [
      {
        title: trans.__('protobuf: Python, changes of the generated code'),
        url: 'https://protobuf.dev/news/2022-05-06/'
      }
    ]
  })
});
