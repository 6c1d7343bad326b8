import { parseAssertions } from '../incident/assertions';
import { clean, cleanLines, fold } from '../incident/clean';
import { byCause, parseTraceback } from '../incident/traceback';
import type { IIncident, IRaised } from '../incident/types';
import type { IReading } from './types';

/** Modules whose errors look like ours and are not. */
const FOREIGN =
  /\b(?:tensorflow|keras|tf2onnx|jax|jaxlib|cupy|mxnet|xgboost|lightgbm|catboost|pyspark|joblib|paddle|numba|sklearn|theano|caffe2?|chainer)\b/i;

/** Words that only torch and its libraries print. */
const OURS =
  /\b(?:torch\w*|pytorch\w*|aten|c10|DataLoader|state_dict|lightning|accelerate|transformers|nn\.Module)\b/i;

/** The text of the error itself, traceback first since it holds the chain. */
function errorText(incident: IIncident): string {
  const head = incident.ename
    ? `${incident.ename}: ${incident.evalue}`
    : incident.evalue;
  if (incident.traceback.trim() === '') {
    return head;
  }
  // Some clients cut the message out of the traceback: it is added then.
  const lastLine = fold(clean(incident.evalue)).slice(0, 80);
  return fold(clean(incident.traceback)).includes(lastLine)
    ? incident.traceback
    : `${incident.traceback}\n${head}`;
}

/** The top exception as the kernel named it, where parsing lost it. */
function withNamed(
  raised: readonly IRaised[],
  incident: IIncident
): readonly IRaised[] {
  if (!incident.ename && !incident.evalue) {
    return raised;
  }
  const known = raised.some(one => one.name === incident.ename);
  return known
    ? raised
    : [
        ...raised,
        {
          name: incident.ename,
          message: clean(incident.evalue),
          frames: [],
          link: 'none'
        }
      ];
}

/**
 * An incident cleaned and taken apart, once for all entries.
 */
export function read(incident: IIncident): IReading {
  const errorLines = cleanLines(errorText(incident));
  const stderrLines = cleanLines(incident.stderr);
  const stdoutLines = cleanLines(incident.stdout);
  const streamLines = [...stderrLines, ...stdoutLines];
  const own = withNamed(byCause(parseTraceback(errorLines)), incident);
  const streamed = byCause(parseTraceback(streamLines));
  const log = fold(streamLines.map(line => line.text).join('\n'));
  const exceptions = [...own, ...streamed];
  const frames = exceptions.flatMap(one => one.frames);
  const code = [incident.source, ...frames.map(frame => frame.code)].join('\n');
  const error = errorLines.map(line => line.text).join('\n');
  const first = exceptions[0];
  const told = first
    ? `${first.name} ${first.message} ${first.frames.map(f => f.file).join(' ')}`
    : log;
  return {
    incident,
    exceptions,
    assertions: parseAssertions([...streamLines, ...errorLines]),
    log,
    code,
    foreign: FOREIGN.test(told) && !OURS.test(`${error} ${log}`),
    mentions: text =>
      error.includes(text) || log.includes(text) || code.includes(text)
  };
}
