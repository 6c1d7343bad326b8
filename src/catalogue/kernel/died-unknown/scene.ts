/** What a dead kernel was doing, as far as its cell and its outputs tell. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { platformOf } from '../../../diagnosis/platform';
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { check } from '../../fix';

type Scene = 'finished' | 'window' | 'loads' | 'reads' | 'plots' | 'trains';

export const SCENE = ['scene', 'platform'] as const;

/** A path of Windows in a cell or in what it printed; or an address, which is shorter there. */
const WINDOWS =
  /\b[A-Z]:\\{1,2}\w|\b\w{2,20}\\\w[\w -]{1,30}\\|\bat 0x(?:0000[\dA-F]{12}|[12][\da-f]{10})\b/;

const WINDOW =
  /\brender_mode ?= ?["']human|\bpygame\.|\bcv2\.(?:imshow|namedWindow)\(|\bglfw\b|\btkinter\b|\bpyglet\b/;
const LOADS =
  /\.from_pretrained\(|\btorch\.load\(|\bload_model\(|\bpipeline\(|\bSentenceTransformer\(|\bhub\.load\(/;
const READS =
  /\bread_(?:csv|parquet|excel|json|pickle|hdf)\(|\bnp\.(?:load|loadtxt|genfromtxt)\(|\bload_dataset\(|\.readlines\(|\bpd\.(?:concat|merge)\(|\bpickle\.load\(/;
const TRAINS = /\.backward\(|\.fit\w{0,12}\(|\btrain\w{0,20}\(|\bepochs?\b/;
const PLOTS = /\bplt\.|\bimshow\(|\.plot\w{0,8}\(/;

/** The notice that stands among the cell's outputs itself. */
const NOTICE = /The Kernel crashed while[\s\S]{0,2000}$/;

/** Whether the cell is a plain expression at its end, and shows what that gave. */
function hasGiven({ incident }: IReading): boolean {
  const { cells = [], at = 0 } = incident.around ?? {};
  const printed = (cells[at]?.printed ?? '').replace(NOTICE, '').trim();
  const lines = incident.source
    .split('\n')
    .filter(line => line.trim() !== '' && !/^\s*#/.test(line));
  // The statement that the cell ends in, which may take several lines.
  const last = lines.filter(line => /^[a-z_([{-]/i.test(line)).at(-1) ?? '';
  const isLoop = lines.some(line => /^\s*(?:for|while)\b/.test(line));
  return (
    printed !== '' &&
    !isLoop &&
    !/^\s*\w[\w., ]{0,60} ?=[^=]|\bprint\(|;\s*$/.test(last) &&
    /tensor\(|<Figure|<matplotlib|\barray\(|\bTrue\b|\bFalse\b|^-?[\d.]+$|Image\b/m.test(
      printed
    )
  );
}

/** What the cell does that is known to end kernels. */
export function sceneOf(reading: IReading): ValuesOf<(typeof SCENE)[number]> {
  const { source } = reading.incident;
  const { cells = [] } = reading.incident.around ?? {};
  const shown = [
    source,
    ...cells.flatMap(one => [one.source, one.printed ?? ''])
  ];
  const platform =
    platformOf(reading) ??
    (shown.some(text => WINDOWS.test(text)) ? 'windows' : undefined);
  const scene: Scene | undefined = WINDOW.test(source)
    ? 'window'
    : hasGiven(reading)
      ? 'finished'
      : LOADS.test(source)
        ? 'loads'
        : READS.test(source)
          ? 'reads'
          : TRAINS.test(source)
            ? 'trains'
            : PLOTS.test(source) && platform !== 'linux'
              ? 'plots'
              : undefined;
  return { scene, platform };
}

/** The cause; undefined where the cell shows nothing of it. */
export function sceneCause(
  trans: ITranslate,
  scene: string | undefined
): string | undefined {
  switch (scene) {
    case 'finished':
      return trans.__(
        'The cell shows its result, so its lines had run: the process ended afterwards. Usual: main memory ran out, by earlier cells or another program, the computer slept, or compiled code crashed late.'
      );
    case 'window':
      return trans.__(
        'The cell opens a window of its own (render_mode="human", pygame, cv2.imshow). Usually such libraries end the process where it has no screen, or where the notebook’s own loop runs in the main thread.'
      );
    case 'loads':
      return trans.__(
        'The cell loads a model. Most often main memory runs out: float32 takes 4 bytes for each weight, and file and model stand in memory beside each other for a moment.'
      );
    case 'reads':
      return trans.__(
        'The cell reads or joins data. Most often main memory runs out: a table takes several times the size of its file, and joining makes a further copy.'
      );
    case 'trains':
      return trans.__(
        'The cell trains. Most often main memory runs out (workers of the loader, models and results of earlier rounds), or compiled code crashed; what is shown does not decide between them.'
      );
    case 'plots':
      return trans.__(
        'The cell draws. On Windows and Macs usually two copies of one library meet: torch and NumPy or matplotlib each bring an OpenMP runtime.'
      );
    default:
      return undefined;
  }
}

/** What to try first there. */
export function sceneFixes(
  trans: ITranslate,
  scene: string | undefined
): IFix[] {
  switch (scene) {
    case 'finished':
      return [
        {
          safety: 'check',
          title: trans.__(
            'Restart, run the cells up to here, and see if it dies again'
          ),
          detail: trans.__(
            'If it does not, nothing is wrong with the cell. If it does, always after the same one, memory is the first to look at.'
          )
        }
      ];
    case 'window':
      return [
        check(
          trans.__('Draw into the notebook in place of a window'),
          "env = gym.make('CartPole-v1', render_mode='rgb_array')\nframe = env.render()\nplt.imshow(frame)  # cv2.imshow: plt.imshow(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))",
          trans.__(
            'Or run it as a script, where a window may have the main thread.'
          )
        )
      ];
    case 'loads':
      return [
        check(
          trans.__('Load it in half precision, part by part'),
          'model = AutoModel.from_pretrained(name, torch_dtype=torch.float16, low_cpu_mem_usage=True)',
          trans.__('A file of torch.load(): map_location="cpu", mmap=True.')
        )
      ];
    case 'reads':
      return [
        check(
          trans.__('Read less: the columns that are used, in parts'),
          "parts = pd.read_csv(path, usecols=['a', 'b'], dtype='float32', chunksize=100_000)\nmean = sum(part.sum() for part in parts)"
        )
      ];
    case 'trains':
      return [
        check(
          trans.__(
            'Free the model of the round before, and load without workers'
          ),
          'loader = DataLoader(dataset, batch_size=8, num_workers=0)\ndel model, optimizer\nimport gc\ngc.collect()\ntorch.cuda.empty_cache()'
        )
      ];
    case 'plots':
      return [
        check(
          trans.__('To see if it is that: allow both, in the first cell'),
          'import os\nos.environ["KMP_DUPLICATE_LIB_OK"] = "TRUE"  # before any import',
          trans.__(
            'If it lives then, install torch and NumPy anew from one source, in a new environment, and take the line out.'
          )
        )
      ];
    default:
      return [];
  }
}
