/** How the arguments of functions changed that programs on torch call beside it. */

import { withNames } from '../../shared/call-text';

/** An argument that a release dropped, or takes by name alone. */
export interface IChanged {
  /** What Python says of it. */
  readonly pattern: RegExp;
  /** The functions as the line calls them, without their modules. */
  readonly functions: readonly string[];
  /** The distribution, and the first release that refuses it. */
  readonly from: string;
  readonly since: string;
  /** The keyword that it dropped; none where it wants names for places. */
  readonly argument?: string;
  /** The usual call of today. */
  readonly instead: string;
  /** The arguments of today from those of the line; null where they do not tell. */
  readonly mend?: (args: readonly string[]) => readonly string[] | null;
}

/** A keyword by another name, or none. */
function renamed(before: string, after = '') {
  return (args: readonly string[]): readonly string[] =>
    args
      .map(arg => arg.replace(new RegExp(`^${before}(?= ?=)`), after))
      .filter(arg => !/^ ?=/.test(arg));
}

function keyword(
  from: string,
  since: string,
  functions: readonly string[],
  argument: string,
  instead: string,
  mend?: IChanged['mend'],
  pattern = new RegExp(`got an unexpected keyword argument ["']${argument}["']`)
): IChanged {
  return { pattern, functions, from, since, argument, instead, mend };
}

const XY = [
  'lineplot',
  'scatterplot',
  'barplot',
  'boxplot',
  'violinplot',
  'countplot',
  'regplot',
  'pointplot',
  'stripplot',
  'swarmplot',
  'jointplot',
  'kdeplot',
  'histplot'
];

/**
 * Sources: the wheels on PyPI, the last that takes it and the first that does not
 * (scikit-learn 1.3.2 to 1.8.0), and the release notes of pandas 2.0 and 3.0,
 * Matplotlib 3.1 and 3.6, seaborn 0.12; the messages are of runs with pandas 3.0,
 * scikit-learn 1.8, Matplotlib 3.11 and seaborn 0.13.
 */
export const CHANGED: readonly IChanged[] = [
  keyword(
    'scikit-learn',
    '1.6',
    ['mean_squared_error'],
    'squared',
    'from sklearn.metrics import root_mean_squared_error\nrmse = root_mean_squared_error(y_true, y_pred)  # not squared=False'
  ),
  keyword(
    'scikit-learn',
    '1.4',
    ['OneHotEncoder'],
    'sparse',
    'encoder = OneHotEncoder(sparse_output=False)',
    renamed('sparse', 'sparse_output')
  ),
  keyword(
    'scikit-learn',
    '1.7',
    ['TSNE'],
    'n_iter',
    'tsne = TSNE(n_components=2, max_iter=1000)',
    renamed('n_iter', 'max_iter')
  ),
  keyword(
    'scikit-learn',
    '1.8',
    ['LogisticRegression'],
    'multi_class',
    'model = LogisticRegression()',
    renamed('multi_class')
  ),
  keyword(
    'scikit-learn',
    '1.4',
    ['AgglomerativeClustering'],
    'affinity',
    "clusters = AgglomerativeClustering(metric='euclidean')",
    renamed('affinity', 'metric')
  ),
  keyword(
    'pandas',
    '2.0',
    ['read_csv', 'read_table'],
    'error_bad_lines',
    "df = pd.read_csv(path, on_bad_lines='skip')",
    args =>
      args.map(arg =>
        arg.replace(/^error_bad_lines ?= ?\w{1,8}/, "on_bad_lines='skip'")
      )
  ),
  keyword(
    'pandas',
    '2.0',
    ['to_csv'],
    'line_terminator',
    "df.to_csv(path, lineterminator='\\n')",
    renamed('line_terminator', 'lineterminator')
  ),
  keyword(
    'pandas',
    '3.0',
    ['fillna'],
    'method',
    'df = df.ffill()  # or df.bfill()'
  ),
  keyword(
    'matplotlib',
    '3.1',
    ['hist'],
    'normed',
    'plt.hist(values, density=True)',
    renamed('normed', 'density')
  ),
  keyword(
    'matplotlib',
    '3.6',
    ['grid'],
    'b',
    'plt.grid(True)',
    args => args.map(arg => arg.replace(/^b ?= ?/, '')),
    /^keyword grid_b is not recognized/
  ),
  {
    pattern:
      /^(?:\w{1,20}\.)?drop\(\) takes from 1 to 2 positional arguments but 3 (?:positional arguments )?/,
    functions: ['drop'],
    from: 'pandas',
    since: '2.0',
    instead: "df = df.drop(columns='label')",
    mend: ([label, axis, ...others]) =>
      axis === '1' || axis === '0'
        ? [`${axis === '1' ? 'columns' : 'index'}=${label}`, ...others]
        : null
  },
  {
    pattern:
      /^read_csv\(\) takes (?:from \d to )?\d positional arguments? but \d (?:positional arguments? )?/,
    functions: ['read_csv'],
    from: 'pandas',
    since: '2.0',
    instead: "df = pd.read_csv(path, sep=',')",
    mend: ([path, sep, ...others]) =>
      sep && /^r?["'].{1,3}["']$/.test(sep)
        ? [path, `sep=${sep}`, ...others]
        : null
  },
  {
    pattern: new RegExp(
      String.raw`^(?:${XY.join('|')})\(\) takes from 0 to 1 positional arguments but \d`
    ),
    functions: XY,
    from: 'seaborn',
    since: '0.12',
    instead: "sns.lineplot(x='epoch', y='loss', data=df)",
    mend: args => withNames(args, ['x', 'y'])
  },
  {
    pattern: /^too many positional arguments$/,
    functions: ['f1_score', 'precision_score', 'recall_score'],
    from: 'scikit-learn',
    since: '1.0',
    instead: "score = f1_score(y_true, y_pred, average='macro')",
    mend: ([labels, predicted, third, ...others]) =>
      third && /^["']/.test(third)
        ? [labels, predicted, `average=${third}`, ...others]
        : null
  },
  {
    pattern: /^too many positional arguments$/,
    functions: ['compute_class_weight'],
    from: 'scikit-learn',
    since: '1.0',
    instead:
      "weights = compute_class_weight('balanced', classes=classes, y=labels)",
    mend: args => {
      const [weight, classes, y, ...others] = args;
      return args.length >= 3 && !args.some(arg => arg.includes('='))
        ? [weight, `classes=${classes}`, `y=${y}`, ...others]
        : null;
    }
  }
];
