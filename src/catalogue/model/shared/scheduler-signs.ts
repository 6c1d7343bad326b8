import type { IReading, ISign } from '../../../diagnosis/types';
import { ofKind, said } from '../../said';

/** torch/optim/lr_scheduler.py, `OneCycleLR`; the words of 1.3 and since. */
const TOTAL =
  /Tried to step (?<tried>\d{1,12}) times\. The (?:specified number of total steps|total number of steps) is (?<total>\d{1,12})/;

const DEFINE =
  /You must define either total_steps OR \(epochs AND steps_per_epoch\)|xpected (?:non-negative|positive) integer (?<name>total_steps|epochs|steps_per_epoch|T_0|T_mult), but got/;

const GROUPS =
  /xpected \d{1,4} (?:lr_lambdas?|min_lrs?), (?:but )?got \d{1,4}\b|must have the same length as optimizer\.param_groups|xpected \d{1,4} values for (?:base_lr|max_lr|base_momentum|max_momentum|initial_lr), got/;

const MOMENTUM =
  /optimizer must support momentum (?:or beta1 )?with ["'`]cycle_momentum["'`] option enabled/;

const METRICS =
  /\bReduceLROnPlateau\.step\(\) missing 1 required positional argument: ["']metrics["']/;

/** Before Python 3.10, which names no class. */
const BARE_METRICS =
  /^step\(\) missing 1 required positional argument: ["']metrics["']/;

/** PyTorch Lightning's trainer, which calls step() itself. */
const LIGHTNING =
  /ReduceLROnPlateau["'`]? conditioned on metric ["'`]?(?<name>[\w/.-]{1,60})["'`]? which is not available|must include a monitor when a ["'`]?ReduceLROnPlateau/;

/** The other schedulers are given what only that one takes. */
const NO_METRICS =
  /\b_?LRScheduler\.step\(\) (?:got an unexpected keyword argument ["']metrics["']|takes from 1 to 2 positional arguments but 3 were given)/;

/** Only a scheduler's step() takes `metrics`; where the code is known it says so. */
function ofScheduler({ code }: IReading): boolean {
  return code === '' || /sched|plateau|lr_/i.test(code);
}

/** What the schedulers refuse, by kind. */
export const schedulerSigns: readonly ISign[] = [
  ...said(TOTAL, {
    read: ({ tried, total }) => ({ kind: 'total', tried, total })
  }),
  ...said(DEFINE, { read: ({ name }) => ({ kind: 'define', name }) }),
  ...said(GROUPS, ofKind('groups')),
  ...said(MOMENTUM, ofKind('momentum')),
  { where: 'message', pattern: METRICS, ...ofKind('metrics') },
  ...said(LIGHTNING, {
    read: ({ name }) => ({ kind: 'monitor', name })
  }),
  {
    where: 'message',
    pattern: BARE_METRICS,
    when: ofScheduler,
    confidence: 'likely',
    ...ofKind('metrics')
  },
  { where: 'message', pattern: NO_METRICS, ...ofKind('no-metrics') },
  {
    where: 'message',
    pattern: /^(?<type>[A-Za-z_]\w{0,60}) is not an Optimizer$/,
    ename: /^TypeError$/,
    read: ({ type }) => ({ kind: 'type', type })
  },
  {
    where: 'log',
    pattern: /TypeError: (?<type>[A-Za-z_]\w{0,60}) is not an Optimizer\b/,
    read: ({ type }) => ({ kind: 'type', type })
  }
];
