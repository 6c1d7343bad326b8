import type { Nature } from './regions';

/** What cells share beside their variables. */
export type State =
  'random:torch' | 'random:numpy' | 'random:python' | 'files' | 'figures';

/** PyTorch's own. */
export const TORCH: State = 'random:torch';

/** All random states. */
export const RANDOM: readonly State[] = [
  'random:torch',
  'random:numpy',
  'random:python'
];

/**
 * What comes of a call:
 *
 * - `plain`: a number, a text, nothing;
 * - `fresh`: something new that shares nothing with what was given;
 * - `share`: something that may hold what was given, which is not changed;
 * - `copy`: the same made anew, as `copy.deepcopy`;
 * - `iterator`: as `share`, and whoever goes through it uses it up;
 * - `change`: what was given may be changed;
 * - `unknown`: anything may happen.
 */
export type Effect =
  'plain' | 'fresh' | 'share' | 'copy' | 'iterator' | 'change' | 'unknown';

/** What a call does beside what it returns. */
export interface ICallRule {
  readonly effect: Effect;
  readonly nature: Nature | null;
  /** States that the result hangs on, and that it changes. */
  readonly reads: readonly State[];
  readonly writes: readonly State[];
  /** A state that is set anew: what was before no longer matters. */
  readonly sets: readonly State[];
  /** It goes through what it is given. */
  readonly isIterating: boolean;
  /** It may look up what the notebook defines, as `pickle.load`. */
  readonly isLookingUp: boolean;
  /** What it returns holds what it went through, and not the iterable. */
  readonly isTaking: boolean;
  /** It gives what a function makes of each. */
  readonly isMapping: boolean;
}

type Flag =
  | State
  | `set ${State}`
  | 'writes'
  | 'iterates'
  | 'looks up'
  | 'takes'
  | 'maps';

type Row = readonly [pattern: RegExp, effect: Effect, ...flags: Flag[]];

/**
 * The first row that fits counts. A state among the flags is read; it is also
 * changed when it is random, or with `writes`.
 */
const BUILTINS: readonly Row[] = [
  [
    /^(?:len|isinstance|issubclass|callable|id|hash|ord|chr|hex|bin|oct|int|float|complex|bool|str|repr|ascii|format|print|range|hasattr|help|display|object|input)$/,
    'plain'
  ],
  [/^(?:any|all|bytes)$/, 'plain', 'iterates'],
  [
    /^(?:sum|min|max|sorted|list|tuple|set|frozenset|dict|bytearray)$/,
    'share',
    'iterates',
    'takes'
  ],
  [
    /^(?:abs|round|divmod|pow|slice|getattr|type|property|staticmethod|classmethod|memoryview|\w+(?:Error|Exception|Warning|Interrupt|Iteration|Exit))$/,
    'share'
  ],
  [
    /^(?:str|int|float|bytes)\.\w+$|^dict\.(?:fromkeys|get|keys|items|values|copy)$/,
    'share',
    'iterates'
  ],
  // `list.append(values, 1)`
  [/^(?:list|dict|set|bytearray|object)\.\w+$/, 'change', 'iterates'],
  [/^map$/, 'iterator', 'iterates', 'maps'],
  [/^(?:enumerate|zip|filter|reversed|iter)$/, 'iterator', 'iterates'],
  [/^(?:next|setattr|delattr)$/, 'change', 'iterates'],
  [/^open$/, 'iterator', 'files', 'writes']
];

const LIBRARIES: readonly Row[] = [
  [/^torch\.(?:random\.)?manual_seed$/, 'plain', 'set random:torch'],
  [
    /^torch\.(?:random\.)?(?:initial_seed|get_rng_state)$/,
    'fresh',
    'random:torch'
  ],
  [
    /^torch\.(?:rand|randn|randint|randperm)(?:_like)?$|^torch\.(?:bernoulli|multinomial|normal|poisson)$/,
    'share',
    'random:torch'
  ],
  [/^torch\.(?:\w+\.)*\w+_$/, 'change', 'random:torch'],
  [
    /^torch\.(?:nn\.functional\.)?(?:feature_)?(?:alpha_)?(?:dropout(?:[123]d)?|rrelu|gumbel_softmax|fractional_max_pool[23]d(?:_with_indices)?)$/,
    'share',
    'random:torch'
  ],
  [
    /^torch\.nn\.functional\.(?:scaled_dot_product_attention|multi_head_attention_forward)$|^torch\.(?:pca|svd)_lowrank$/,
    'share',
    'random:torch'
  ],
  [/^torch\.nn\.functional\.\w+$/, 'share'],
  [/^torch\.nn\.utils\.(?:rnn\.\w+|parameters_to_vector)$/, 'share'],
  // Without parameters, or with such as begin as zeros and ones.
  [
    /^torch\.nn\.(?:(?:L1|SmoothL1|MSE|Huber|NLL|PoissonNLL|GaussianNLL|CrossEntropy|BCE|BCEWithLogits|KLDiv|CTC|HingeEmbedding|CosineEmbedding|MarginRanking|TripletMargin|SoftMargin|Multi(?:Label)?(?:Soft)?Margin)Loss|(?:Leaky)?ReLU6?|GELU|SiLU|ELU|SELU|Sigmoid|Tanh|(?:Log)?Softmax|Flatten|Unflatten|Identity|Sequential|Module(?:List|Dict)|Parameter|Dropout[123]?d?|(?:Adaptive)?(?:Max|Avg)Pool[123]d|BatchNorm[123]d|LayerNorm|GroupNorm|Upsample)$/,
    'share'
  ],
  [/^torch\.nn\.(?:modules\.)?(?:\w+\.)?[A-Z]\w*$/, 'share', 'random:torch'],
  [/^torch\.optim\.lr_scheduler\.\w+$/, 'change'],
  [/^torch\.optim\.\w+$/, 'share', 'takes'],
  [/^torch\.utils\.data\.random_split$/, 'share', 'random:torch'],
  [/^torch\.utils\.data\.[A-Z]\w*$/, 'share'],
  [
    /^torch\.(?:no_grad|inference_mode|enable_grad|device|is_tensor|is_floating_point|get_default_dtype|finfo|iinfo|Generator)$/,
    'fresh'
  ],
  [/^torch\.(?:autocast|amp\.\w+|cuda\.amp\.\w+)$/, 'fresh'],
  [
    /^torch\.cuda\.(?:is_available|device_count|get_device_\w+|current_device|synchronize|is_bf16_supported|Event)$/,
    'fresh'
  ],
  // Who pickles calls methods of what is pickled.
  [/^torch\.save$/, 'fresh', 'files', 'writes'],
  [/^torch\.load$/, 'fresh', 'files', 'looks up'],
  [/^torch\.(?:linalg|fft|special)\.\w+$/, 'share'],
  [/^torch\.distributions\.(?:\w+\.)?[A-Z]\w*$/, 'share'],
  [
    /^torch\.(?:set|use|seed|init|unify|import|fork|library|ops|classes)\w*$/,
    'unknown'
  ],
  [/^torch\.\w+$/, 'share', 'takes'],
  [/^torchvision\.datasets\.\w+$/, 'share', 'files', 'writes'],
  [/^torchvision\.transforms\.(?:v2\.)?[A-Z]\w*$/, 'share'],
  [/^torchvision\.transforms\.(?:v2\.)?functional\.\w+$/, 'share'],
  [/^torchvision\.models\.\w+$/, 'share', 'random:torch', 'files'],
  [/^torchvision\.utils\.(?:make_grid|draw_\w+)$/, 'share'],

  [/^numpy\.random\.seed$/, 'plain', 'set random:numpy'],
  [
    /^numpy\.random\.(?:default_rng|RandomState|Generator|SeedSequence|PCG64)$/,
    'share'
  ],
  [/^numpy\.random\.(?:set_state|bytes)$/, 'unknown'],
  [/^numpy\.random\.shuffle$/, 'change', 'random:numpy'],
  [/^numpy\.random\.\w+$/, 'share', 'random:numpy'],
  [/^numpy\.(?:copyto|put\w*|place|fill_diagonal|nditer)$/, 'change'],
  [/^numpy\.save\w*$/, 'plain', 'files', 'writes'],
  [/^numpy\.load$/, 'fresh', 'files', 'looks up'],
  [
    /^numpy\.(?:loadtxt|genfromtxt|fromfile|fromregex)$/,
    'fresh',
    'files',
    'writes'
  ],
  // What is written to such an array stands in its file.
  [/^numpy\.(?:memmap|set|err|seterr|test|show|get)\w*$/, 'unknown'],
  [/^numpy\.(?:(?:linalg|fft|char|ma|polynomial)\.)?\w+$/, 'share', 'takes'],
  [/^pandas\.read_pickle$/, 'fresh', 'files', 'looks up'],
  [/^pandas\.read_\w+$/, 'fresh', 'files'],
  [/^pandas\.(?:set|reset|option|eval|register|Excel|HDF)\w*$/, 'unknown'],
  [/^pandas\.\w+$/, 'share', 'takes'],

  [/^matplotlib\.pyplot\.(?:savefig|imsave)$/, 'plain', 'files', 'writes'],
  [
    /^matplotlib\.pyplot\.(?:style\.\w+|rc\w*|rcParams\.update|ion|ioff|set_cmap|switch_backend|connect|pause|draw_if_interactive|install_repl_displayhook)$/,
    'plain',
    'figures',
    'writes'
  ],
  [/^matplotlib\.pyplot\.\w+$/, 'fresh', 'figures'],
  [/^seaborn\.load_dataset$/, 'fresh', 'files'],
  [/^seaborn\.(?:set\w*|reset\w*|despine)$/, 'plain', 'figures', 'writes'],
  [
    /^seaborn\.(?:\w+_palette|axes_style|plotting_context)$/,
    'fresh',
    'figures'
  ],
  [/^seaborn\.\w+$/, 'fresh', 'figures', 'random:numpy'],

  [/^sklearn\.datasets\.make_\w+$/, 'fresh', 'random:numpy'],
  [/^sklearn\.datasets\.(?:load|fetch)_\w+$/, 'fresh', 'files'],
  [/^sklearn\.metrics\.(?:\w+Display|\w*plot\w*)/, 'unknown'],
  [/^sklearn\.metrics\.\w+$/, 'share'],
  [/^sklearn\.(?:\w+\.)*(?:set_|enable_|show_)\w*$/, 'unknown'],
  [/^sklearn\.(?:\w+\.)*[A-Z]\w*$/, 'share'],
  [/^sklearn\.(?:\w+\.)*\w+$/, 'share', 'random:numpy'],
  [/^scipy\.(?:\w+\.)+\w+$/, 'share', 'random:numpy'],

  [/^random\.seed$/, 'plain', 'set random:python'],
  [/^random\.shuffle$/, 'change', 'random:python'],
  [/^random\.(?:Random|SystemRandom)$/, 'fresh'],
  [/^random\.setstate$/, 'unknown'],
  [/^random\.\w+$/, 'share', 'random:python'],
  [
    /^decimal\.(?:get|set|local)context$|^calendar\.setfirstweekday$|^time\.tzset$/,
    'unknown'
  ],
  [/^operator\.(?:setitem|delitem|i[a-z]+)$/, 'change', 'iterates'],
  [
    /^(?:math|cmath|statistics|string|textwrap|pprint|time|datetime|calendar|decimal|fractions|operator|re|hashlib|base64|uuid|html)\.(?:\w+\.)*\w+$/,
    'share',
    'iterates'
  ],
  [/^itertools\.(?:\w+\.)*\w+$/, 'iterator', 'iterates'],
  [
    /^collections\.(?:Counter|deque|OrderedDict)$/,
    'share',
    'iterates',
    'takes'
  ],
  [
    /^(?:collections|functools|types|dataclasses|enum|abc|typing|contextlib|numbers)\.(?:\w+\.)*\w+$/,
    'share',
    'iterates'
  ],
  [/^copy\.copy$/, 'share'],
  [/^copy\.deepcopy$/, 'copy'],
  [/^heapq\.\w+$|^bisect\.insort\w*$/, 'change'],
  [/^bisect\.\w+$/, 'fresh'],
  [/^json\.dumps$|^pickle\.dumps$/, 'fresh'],
  [/^json\.loads$/, 'fresh'],
  [/^json\.load$/, 'change', 'files'],
  [/^pickle\.loads?$|^joblib\.load$/, 'change', 'files', 'looks up'],
  [/^(?:json|pickle|joblib)\.dump$/, 'change', 'files', 'writes'],
  [
    /^os\.path\.(?:exists|isfile|isdir|getsize|getmtime|realpath|islink)$/,
    'plain',
    'files'
  ],
  [
    /^os\.path\.\w+$|^os\.(?:getcwd|cpu_count|getpid|getenv|fspath)$|^os\.environ\.get$/,
    'plain'
  ],
  [/^os\.(?:listdir|walk|scandir|stat)$|^glob\.\w+$/, 'fresh', 'files'],
  [
    /^os\.(?:makedirs|mkdir|remove|unlink|rename|replace|rmdir)$|^shutil\.(?:copy\w*|move|rmtree)$/,
    'plain',
    'files',
    'writes'
  ],
  [/^pathlib\.\w+(?:\.(?:cwd|home))?$/, 'fresh'],
  [/^sys\.(?:getsizeof|getrecursionlimit)$|^platform\.\w+$/, 'plain'],
  [/^PIL\.Image\.open$/, 'fresh', 'files'],
  [/^PIL\.Image\.(?:fromarray|new)$/, 'share'],
  [/^tqdm\.(?:\w+\.)*(?:tqdm|trange|tqdm_notebook)$/, 'iterator', 'iterates'],
  [
    /^IPython\.display\.(?:display|clear_output|HTML|Markdown|Image|Math|Latex)$/,
    'plain'
  ],
  [/^einops\.(?:rearrange|reduce|repeat|einsum|pack|unpack)$/, 'share']
];

/** Modules whose import does nothing but bring them. */
const QUIET =
  /^(?:torch|torchvision|numpy|pandas|matplotlib|seaborn|sklearn|scipy|random|math|cmath|statistics|string|textwrap|pprint|time|datetime|calendar|decimal|fractions|operator|re|hashlib|base64|uuid|html|itertools|collections|functools|types|dataclasses|enum|abc|typing|contextlib|numbers|copy|heapq|bisect|json|pickle|joblib|os|glob|shutil|pathlib|sys|platform|PIL|tqdm|IPython|einops|gc|warnings|logging)(?:\.|$)/;

/** Modules that are asked for, or told, how all of a library works. */
const SETTINGS = /^(?:\w+|torch\.(?:cuda|backends|random)|numpy\.random)$/;

const NATURES: readonly (readonly [Nature, RegExp])[] = [
  ['wild', /^numpy\.memmap$|^decimal\.\w+context$/],
  [
    'tensor',
    /^torch\.(?!(?:nn|optim|utils|amp|ao|autograd|compile|distributed|distributions|export|func|fx|hub|jit|load|masked|monitor|mps|multiprocessing|onnx|overrides|package|profiler|quantization|sparse|vmap|xpu)$)[a-z]\w*$|^torch\.(?:linalg|fft|special|nn\.functional)\.\w+$|^torch\.Tensor$/
  ],
  ['torch', /^torch\./],
  ['array', /^(?:numpy|pandas)\.|^seaborn\.load_dataset$/],
  ['defaulting', /^collections\.(?:defaultdict|ChainMap)$/],
  ['estimator', /^sklearn\.(?:\w+\.)*[A-Z]\w*$/],
  ['array', /^sklearn\./],
  ['figure', /^(?:matplotlib|seaborn)\./],
  ['path', /^pathlib\./],
  [
    'standard',
    /^(?:builtins|types|collections|functools|dataclasses|enum|abc|typing|contextlib|numbers|itertools|math|cmath|statistics|string|textwrap|pprint|time|datetime|calendar|decimal|fractions|operator|re|hashlib|base64|uuid|html|copy|heapq|bisect|json)\./
  ]
];

function isState(flag: Flag): flag is State {
  return /^(?:random:\w+|files|figures)$/.test(flag);
}

function isRandom(flag: Flag): boolean {
  return flag.startsWith('random:');
}

function ruleOf([, effect, ...flags]: Row, nature: Nature | null): ICallRule {
  const states = flags.filter(isState);
  const sets = flags
    .filter(flag => flag.startsWith('set '))
    .map(flag => flag.slice('set '.length) as State);
  return {
    effect,
    nature,
    reads: states,
    writes: flags.includes('writes') ? states : states.filter(isRandom),
    sets,
    isIterating: flags.includes('iterates'),
    isLookingUp: flags.includes('looks up'),
    isTaking: flags.includes('takes'),
    isMapping: flags.includes('maps')
  };
}

const UNKNOWN: Row = [/^/, 'unknown'];

/** What a call of a function of the language does; null when it is none. */
export function builtinRule(name: string): ICallRule | null {
  const row = BUILTINS.find(([pattern]) => pattern.test(name));
  return row ? ruleOf(row, name === 'open' ? 'library' : null) : null;
}

/** What a call of a library's function does, by its name in full. */
export function libraryRule(path: string): ICallRule {
  const row = LIBRARIES.find(([pattern]) => pattern.test(path)) ?? UNKNOWN;
  return ruleOf(row, natureOf(path));
}

/** Whether importing a module does nothing else. */
export function isQuiet(module: string): boolean {
  return QUIET.test(module);
}

/** Whether a function is of a library that leaves PyTorch alone. */
export function isApart(path: string): boolean {
  return isQuiet(path) && !/^(?:torch|IPython)/.test(path);
}

/** Where what a library's function returns comes from. */
export function natureOf(path: string): Nature {
  const known = NATURES.find(([, pattern]) => pattern.test(path));
  const isKnown = isQuiet(path) && !SETTINGS.test(path);
  return isKnown ? (known?.[0] ?? 'library') : 'wild';
}

const words = (text: string) => new Set(text.split(/\s+/).filter(Boolean));

/** Methods that return a number or a text, of whatever library. */
export const PLAIN_METHODS = words(`
  item numel dim ndimension count index startswith endswith isdigit isalpha
  info is_contiguous element_size get_device data_ptr strip lower upper title
  isalnum isspace isnumeric encode decode hexdigest
`);

/** Methods that change neither their object nor what they are given. */
export const QUIET_METHODS = words(`
  head tail describe value_counts isnull isna notnull notna sum mean std var min
  max median mode quantile corr cov nunique unique groupby agg aggregate
  transform apply map applymap astype merge join pivot pivot_table melt stack
  unstack reset_index set_index sort_values sort_index drop dropna fillna
  drop_duplicates duplicated rename replace assign query isin between nlargest
  nsmallest cumsum cumprod diff shift rolling expanding resample rank clip round
  abs copy to_numpy to_dict to_list tolist to_frame to_string select_dtypes
  get_dummies items keys values get reshape ravel flatten
  transpose swapaxes argmax argmin argsort any all dot nonzero take repeat
  squeeze searchsorted prod ptp trace conj byte bool long int clone detach numpy view view_as reshape_as permute unsqueeze expand
  expand_as size stride softmax log_softmax sigmoid tanh relu exp log sqrt pow
  matmul mm bmm eq ne gt ge lt le gather norm topk split chunk unbind narrow
  contiguous type_as masked_select t mul div neg union
  intersection difference issubset issuperset format split rsplit splitlines
  translate zfill ljust rjust center most_common elements
  state_dict date strftime isoformat timestamp
  total_seconds group groups span first last nth ngroup
`);

/** Methods that move a module, but give another tensor. */
export const MOVING_METHODS = words(`
  float double half bfloat16 short char to cpu cuda type
`);

/** Methods that change a model or its optimizer, and no data. */
export const KEEPING_METHODS = words(`
  backward step zero_grad train eval __init__ forward
`);

/** What Python runs to show a value, and to tell how long it is. */
export const SHOWING =
  /^(?:__(?:str|repr|format)__|_(?:repr_\w+|ipython_display)_)$/;
export const MEASURING = /^__len__$/;

/** What Python runs to find an attribute: what is decorated, and these. */
export const ATTRIBUTES = /^(?!__\w+__$)|^__(?:getattr|getattribute|get)__$/;
/** ... and to find an item. */
export const ITEMS = /^__(?:getitem|missing)__$/;

/** What shows a value, and does nothing else with it. */
export const SHOWS = /^(?:print|str|repr|format|ascii|display)$/;

/** Methods of texts and numbers that return such. */
export const TEXT_METHODS = words(`
  format format_map join replace zfill ljust rjust center removeprefix
  removesuffix expandtabs casefold capitalize swapcase lstrip rstrip translate
  bit_length to_bytes hex as_integer_ratio is_integer
`);

/** Methods that go through their object, and return what can be used up. */
export const ITERATING_METHODS = words(`
  parameters named_parameters children named_children modules named_modules
  buffers named_buffers iterrows itertuples
`);

/** Methods that call what they are given. */
export const CALLING_METHODS = words(`
  apply map applymap agg aggregate transform filter assign register_hook
`);

/** A method with such a name reads or writes files. */
export const FILE_METHOD =
  /save|load|write|read|dump|open|export|download|close|flush|^tofile$|^to_(?:csv|json|parquet|pickle|excel|feather|hdf|sql|html|latex|markdown|stata|xml|orc)/;

/** So many arguments these take; one more is where the result goes. */
const PLACES: readonly (readonly [RegExp, number])[] = [
  [
    /^numpy\.(?:abs|absolute|negative|positive|sqrt|cbrt|square|exp|exp2|expm1|log|log2|log10|log1p|sin|cos|tan|arcsin|arccos|arctan|sinh|cosh|tanh|sign|fabs|floor|ceil|trunc|rint|reciprocal|invert|isnan|isinf|isfinite|logical_not|conj|conjugate)$/,
    1
  ],
  [
    /^numpy\.(?:add|subtract|multiply|divide|true_divide|floor_divide|mod|remainder|fmod|power|float_power|maximum|minimum|fmax|fmin|hypot|arctan2|logaddexp|bitwise_\w+|left_shift|right_shift|logical_(?:and|or|xor)|equal|not_equal|less|less_equal|greater|greater_equal|matmul|dot|round|around|copysign|heaviside|any|all|max|min|amax|amin|argmax|argmin|choose)$/,
    2
  ],
  [/^numpy\.(?:clip|sum|prod|mean|cumsum|cumprod|take|compress)$/, 3]
];

/** After how many arguments a function of NumPy's takes where the result goes. */
export function placesOf(path: string): number {
  return PLACES.find(([pattern]) => pattern.test(path))?.[1] ?? Infinity;
}

/** What writes to a file that is given: at which place, or under which name. */
export const SINKS: readonly (readonly [RegExp, number, string])[] = [
  [/^print$/, Infinity, 'file'],
  [/^pprint\.pprint$/, 1, 'stream'],
  [/^torch\.save$/, 1, 'f'],
  [/^numpy\.save\w*$/, 0, 'file'],
  [/^matplotlib\.pyplot\.(?:savefig|imsave)$/, 0, 'fname']
];

/** What calls a function that it is given, at once or when its result is used. */
export const CALLS =
  /^(?:map|filter|iter|sorted|min|max|functools\.(?:reduce|partial)|itertools\.\w+|numpy\.(?:vectorize|frompyfunc|fromfunction|apply_\w+))$/;

/** What calls its first argument when its result is gone through. */
export const CALLS_LATER =
  /^(?:map|filter|iter|itertools\.(?:starmap|takewhile|dropwhile|filterfalse))$/;

/** Libraries that take the notebook's names out of texts. */
export const READS_NAMES =
  /^(?:duckdb|polars|pandasql|numexpr|statsmodels|patsy|formulaic|timeit|cProfile|profile|trace|pdb|line_profiler|memory_profiler|pandas\.eval)(?:\.|$)/;

/** Libraries that look at all that a notebook defines. */
export const READS_ALL =
  /^(?:dill|cloudpickle|shelve|doctest|unittest|pytest|ipytest)(?:\.|$)/;

/** Functions that give, or change, all names. */
export const ALL_NAMES =
  /(?:^|\.)get_ipython$|^sys\._(?:getframe|current_frames)$|^inspect\.(?:currentframe|stack|trace)$/;

/** Methods that use NumPy's random state. */
export const DRAWING_METHODS = words('sample');

/** Under which name a function is told where to make something. */
export const DEVICE_KEYWORD = /^(?:device\w*|map_location|pin_memory\w*)$/;

/** Arguments of `to()` and of others that say nothing of a device. */
export const DEVICELESS_KEYWORD = /^(?:dtype|copy|non_blocking|memory_format)$/;

/** PyTorch's types of numbers. */
export const DTYPE =
  /^torch\.(?:b?float|double|half|u?int|long|short|bool|complex)\w*$/;

/** What of PyTorch may work on a GPU without being given anything there. */
export const DEVICE_CALL =
  /^torch\.(?:(?:cuda|xpu|mps|mtia|hpu|npu|accelerator|amp|distributed|hub|jit|compile|export|ops|classes|library|autocast|device|load|from_dlpack|utils\.dlpack|utils\.cpp_extension)\b(?!\.(?:is_available|device_count|is_bf16_supported)$)|\w*default_device|\w*default_tensor_type)|^torch\.(?:\w+\.)*(?:cuda|to|type|xpu|pin_memory|new_\w+)$|^(?:pickle|joblib)\.loads?$|^pandas\.read_pickle$/;

/** Methods that make something on a GPU, or move something there. */
export const DEVICE_METHOD =
  /^(?:cuda|xpu|mps|hpu|npu|ipu|pin_memory|to|to_empty|type|new_\w+)$/;

/** Settings that leave it open where PyTorch makes things. */
export const DEVICELESS_SETTING = /\.backends\.|environ|rcParams|^plt\./;

/** Methods of models and optimizers that draw nothing. */
export const DRAWLESS_METHODS = words('train eval zero_grad load_state_dict');

/** Methods of tensors that draw. */
export const DRAWN = /^(?:bernoulli|multinomial)$|_$/;

/** Attributes that are numbers, texts or other things nothing can change. */
export const PLAIN_ATTRIBUTES = words(`
  shape dtype device ndim is_cuda requires_grad is_leaf itemsize nbytes
  __name__ empty
`);

/** Methods of paths by which something else may be meant. */
export const FILING_METHOD =
  /^(?:exists|is_(?:file|dir|symlink)|r?glob|iterdir|l?stat|touch|mkdir|rmdir|unlink|rename|replace|chmod|\w+link_to|samefile)$/;

/** Methods of paths that look at no file. */
export const PATH_METHODS = words(`
  joinpath with_name with_suffix with_stem relative_to as_posix is_absolute
  absolute expanduser
`);

/** Methods of estimators that return nothing of what they were given. */
export const ESTIMATES = words(`
  predict predict_proba predict_log_proba decision_function score get_params
  get_feature_names_out fit_predict
`);
