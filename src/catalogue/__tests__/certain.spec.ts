/**
 * A finding that is shown as certain names one cause. Words that hedge lower it
 * by themselves (`diagnosis/hedges.ts`); this asks for those that only list.
 */
import { catalogue } from '..';
import { diagnose } from '../../diagnosis/diagnose';
import { english } from '../../diagnosis/english';
import { ASIDES } from '../../diagnosis/hedges';
import { incidentOf } from './cases';
import { PROOFS } from './proofs';

interface ISaid {
  readonly id: string;
  readonly text: string;
}

const CERTAIN: readonly ISaid[] = PROOFS.flatMap(({ id, recognised }) =>
  recognised.flatMap(one => {
    const own = catalogue.filter(entry => entry.id === id);
    const [finding] = diagnose(incidentOf(one), own);
    if (finding?.confidence !== 'certain') {
      return [];
    }
    const { title, cause } = finding.entry.page(english, finding.values);
    return [{ id: finding.id, text: `${title}. ${cause}` }];
  })
);

/** Entries that are certain and list with “…, or …”, by what the list is. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  'what the call takes': [
    'tensor/differences',
    'tensor/dimension-count',
    'tensor/gradient-shape',
    'tensor/image-layout',
    'tensor/linear-cross-entropy',
    'tensor/sequence-lengths',
    'tensor/size-or-shape',
    'tensor/split-parts',
    'model/activation-options',
    'model/layer-options',
    'model/loss-options',
    'model/no-loss',
    'model/tokenizer-text',
    'version/uint8-mask'
  ],
  'two ends of one range, or forms of one mistake': [
    'cuda/device-assert-index',
    'cuda/device-assert-target',
    'cuda/xpu-error',
    'dataloader/collate-type',
    'tensor/argument-type',
    'tensor/checked-operand',
    'tensor/dtype-mismatch',
    'tensor/index-range',
    'tensor/not-scalar',
    'tensor/range-arguments',
    'tensor/signal-window',
    'tensor/singular-matrix',
    'model/forward-arguments',
    'model/logged-value',
    'model/map-location',
    'model/module-setup',
    'parallel/init',
    'parallel/static-graph',
    'python/in-notebook',
    'python/notebook-arguments'
  ],
  'where it may have happened; one fix holds for all': [
    'cuda/graph-capture',
    'cuda/init-unknown-error',
    'cuda/out-of-memory',
    'dataloader/error-not-rebuilt',
    'dataloader/image-file',
    'dataloader/open-files',
    'dataloader/transform-input',
    'kernel/illegal-instruction',
    'tensor/cpu-out-of-memory',
    'tensor/inference-tensor',
    'tensor/random-values',
    'tensor/sparse-layout',
    'model/checkpoint-key',
    'model/corrupt-checkpoint',
    'model/no-attribute',
    'model/optimizer-parameters',
    'model/state-dict-missing',
    'model/state-dict-prefix',
    'model/uninitialized-parameter',
    'parallel/ddp-unused',
    'parallel/fsdp-uniform',
    'parallel/ray-worker',
    'parallel/start-method-set',
    'python/class-twice',
    'python/no-write',
    'python/relative-import',
    'version/not-installed',
    'tensor/backward-twice',
    'compile/extension-build'
  ],
  'what follows from the cause': [
    'compile/recompile-limit',
    'export/onnx-upsample'
  ],
  'what the kernel looked up leaves open, and the first fix asks for': [
    'python/assertion',
    'python/index-past-end',
    'python/missing-key',
    'python/undefined-name',
    'python/wrong-object'
  ]
};

it('most that is recognised is certain', () => {
  expect(CERTAIN.length).toBeGreaterThan(1000);
});

it('what is certain lists no causes', () => {
  const listing = CERTAIN.filter(({ text }) => /, or\b/.test(text));
  expect([...new Set(listing.map(({ id }) => id))].sort()).toEqual(
    Object.values(LISTS).flat().sort()
  );
});

it.each(ASIDES.map(aside => [aside.source, aside] as const))(
  'something certain says “%s”',
  (_, aside) => {
    expect(CERTAIN.some(({ text }) => text.search(aside) >= 0)).toBe(true);
  }
);

it.each(
  catalogue.flatMap(({ id, beside }) => (beside ? [[id, beside] as const] : []))
)('%s says what it calls beside the cause, and is certain', (id, beside) => {
  const own = CERTAIN.filter(one => one.id === id);
  expect(own.some(({ text }) => beside.test(text))).toBe(true);
});
