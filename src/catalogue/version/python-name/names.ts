/** A name that Python, or a package that most programs use, no longer has. */
export interface IGoneName {
  /** Who dropped it, and with which release. */
  readonly from: string;
  readonly gone: string;
  /** The lines of today. */
  readonly instead: string;
}

const ABC =
  'Mapping|MutableMapping|Iterable|Iterator|Sequence|MutableSequence|Callable|Hashable|Sized|Container|Set|MutableSet|Generator|Awaitable|KeysView';

function python(gone: string, instead: string): IGoneName {
  return { from: 'Python', gone, instead };
}

/** A name of Python 2. */
function ofTwo(instead: string): IGoneName {
  return python('3.0', instead);
}

/** Of one release of a package: its keys and what stands for them today. */
function of(
  from: string,
  gone: string,
  names: Readonly<Record<string, string>>
): Record<string, IGoneName> {
  return Object.fromEntries(
    Object.entries(names).map(([key, instead]) => [
      key,
      { from, gone, instead }
    ])
  );
}

/**
 * `module:name`, `module` alone (one with a dot ends in `:`), or `Class.name` of an
 * object. Sources: the “removed” sections of “What’s new in Python”, and the wheels
 * on PyPI, the last that has it and the first that has not, as
 * `scripts/library_names.py` finds them; librosa 0.7.2 as its source.
 */
export const GONE: Readonly<Record<string, IGoneName>> = {
  ...Object.fromEntries(
    ABC.split('|').map(name => [
      `collections:${name}`,
      python('3.10', `from collections.abc import ${name}`)
    ])
  ),
  'fractions:gcd': python('3.9', 'from math import gcd'),
  'inspect:getargspec': python('3.11', 'from inspect import getfullargspec'),
  'time:clock': python('3.8', 'import time\nstart = time.perf_counter()'),
  'base64:decodestring': python('3.9', 'from base64 import decodebytes'),
  'base64:encodestring': python('3.9', 'from base64 import encodebytes'),
  'asyncio:coroutine': python('3.11', 'async def main(): ...'),
  'pkgutil:ImpImporter': python(
    '3.12',
    '%pip install --upgrade setuptools pip  # they asked for it'
  ),
  'pkg_resources:packaging': {
    from: 'setuptools',
    gone: '70',
    instead: 'import packaging.version'
  },
  imp: python('3.12', 'import importlib\nimportlib.reload(module)'),
  distutils: python('3.12', '%pip install setuptools  # it brings distutils'),
  asynchat: python('3.12', '%pip install pyasynchat'),
  imghdr: python('3.13', '%pip install standard-imghdr'),
  cgi: python('3.13', '%pip install legacy-cgi'),
  audioop: python('3.13', '%pip install audioop-lts'),
  'PIL:PILLOW_VERSION': {
    from: 'Pillow',
    gone: '7.0',
    instead: 'from PIL import __version__ as PILLOW_VERSION'
  },
  'PIL.Image:ANTIALIAS': {
    from: 'Pillow',
    gone: '10.0',
    instead: 'image.resize(size, Image.LANCZOS)  # not Image.ANTIALIAS'
  },
  'FreeTypeFont.getsize': {
    from: 'Pillow',
    gone: '10.0',
    instead: 'left, top, right, bottom = font.getbbox(text)'
  },
  'ImageDraw.textsize': {
    from: 'Pillow',
    gone: '10.0',
    instead: 'left, top, right, bottom = draw.textbbox((0, 0), text, font=font)'
  },
  'skimage.measure:compare_ssim': {
    from: 'scikit-image',
    gone: '0.18',
    instead: 'from skimage.metrics import structural_similarity'
  },
  'skimage.measure:compare_psnr': {
    from: 'scikit-image',
    gone: '0.18',
    instead: 'from skimage.metrics import peak_signal_noise_ratio'
  },
  'skimage.measure:compare_mse': {
    from: 'scikit-image',
    gone: '0.18',
    instead: 'from skimage.metrics import mean_squared_error'
  },
  'sklearn.externals:joblib': {
    from: 'scikit-learn',
    gone: '0.23',
    instead: 'import joblib'
  },
  'sklearn.externals:six': {
    from: 'scikit-learn',
    gone: '0.23',
    instead: 'import six'
  },
  'scipy.integrate:simps': {
    from: 'SciPy',
    gone: '1.14',
    instead: 'from scipy.integrate import simpson'
  },
  'scipy.integrate:cumtrapz': {
    from: 'SciPy',
    gone: '1.14',
    instead: 'from scipy.integrate import cumulative_trapezoid'
  },
  'scipy.signal:gaussian': {
    from: 'SciPy',
    gone: '1.13',
    instead: 'from scipy.signal.windows import gaussian'
  },
  'scipy.misc:imread': {
    from: 'SciPy',
    gone: '1.3',
    instead: 'from imageio.v2 import imread'
  },
  'scipy.misc:imsave': {
    from: 'SciPy',
    gone: '1.3',
    instead: 'from imageio.v2 import imwrite'
  },
  'scipy.misc:imresize': {
    from: 'SciPy',
    gone: '1.3',
    instead:
      'import numpy\nfrom PIL import Image\nresized = numpy.array(Image.fromarray(array).resize((width, height)))'
  },
  'urllib:urlretrieve': ofTwo('from urllib.request import urlretrieve'),
  'urllib:urlopen': ofTwo('from urllib.request import urlopen'),
  'urllib:urlencode': ofTwo('from urllib.parse import urlencode'),
  'urllib:quote': ofTwo('from urllib.parse import quote'),
  'itertools:izip': ofTwo('pairs = zip(a, b)'),
  'itertools:imap': ofTwo('values = map(f, x)'),
  'string:letters': ofTwo('from string import ascii_letters'),
  'string:maketrans': ofTwo('table = str.maketrans(a, b)'),
  'sys:maxint': ofTwo('import sys\nlargest = sys.maxsize'),
  'sys:setdefaultencoding': ofTwo('# Python 3 reads UTF-8 by itself'),
  'os:getcwdu': ofTwo('import os\nfolder = os.getcwd()'),
  'str.decode': ofTwo('text = data  # a str is text already: no .decode()'),
  'dict.has_key': ofTwo('if key in values:  # not values.has_key(key)'),
  'dict.iteritems': ofTwo('for key, value in values.items():'),
  'dict.iterkeys': ofTwo('for key in values:'),
  'dict.itervalues': ofTwo('for value in values.values():'),
  cPickle: ofTwo('import pickle'),
  urllib2: ofTwo('from urllib.request import urlopen'),
  urlparse: ofTwo('from urllib.parse import urlparse'),
  ConfigParser: ofTwo('import configparser'),
  Queue: ofTwo('import queue'),
  StringIO: ofTwo('from io import StringIO'),
  cStringIO: ofTwo('from io import StringIO'),
  Tkinter: ofTwo('import tkinter'),
  __builtin__: ofTwo('import builtins'),
  ...of('pandas', '1.0', {
    'DataFrame.ix': 'row = df.loc[label]  # by position: df.iloc[0]',
    'DataFrame.as_matrix': 'array = df.to_numpy()'
  }),
  ...of('pandas', '2.0', {
    'DataFrame.append': 'df = pd.concat([df, other], ignore_index=True)',
    'Series.append': 'series = pd.concat([series, other])',
    'DataFrame.iteritems': 'for name, column in df.items():',
    'Series.iteritems': 'for index, value in series.items():',
    'pandas:np': 'import numpy as np',
    'pandas:datetime': 'from datetime import datetime',
    'pandas:Int64Index': 'from pandas import Index',
    'pandas.io.json:json_normalize': 'from pandas import json_normalize',
    'pandas.util.testing:': 'import pandas.testing'
  }),
  ...of('networkx', '3.0', {
    'networkx:from_numpy_matrix': 'graph = nx.from_numpy_array(matrix)',
    'networkx:to_numpy_matrix': 'matrix = nx.to_numpy_array(graph)',
    'networkx:from_scipy_sparse_matrix':
      'graph = nx.from_scipy_sparse_array(matrix)',
    'networkx:to_scipy_sparse_matrix':
      'matrix = nx.to_scipy_sparse_array(graph)',
    'networkx:info': 'print(graph)',
    'networkx:read_gpickle':
      "import pickle\nwith open('graph.gpickle', 'rb') as file:\n    graph = pickle.load(file)",
    'networkx:write_gpickle':
      "import pickle\nwith open('graph.gpickle', 'wb') as file:\n    pickle.dump(graph, file)"
  }),
  ...of('gensim', '4.0', {
    'gensim.models:wrappers': '%pip install "gensim<4"',
    'gensim.models.wrappers:': '%pip install "gensim<4"',
    'gensim.summarization:': '%pip install "gensim<4"'
  }),
  ...of('scikit-learn', '1.2', {
    'sklearn.metrics:plot_confusion_matrix':
      'from sklearn.metrics import ConfusionMatrixDisplay\nConfusionMatrixDisplay.from_predictions(labels, predictions)',
    'sklearn.metrics:plot_roc_curve':
      'from sklearn.metrics import RocCurveDisplay\nRocCurveDisplay.from_predictions(labels, scores)',
    'sklearn.metrics:plot_precision_recall_curve':
      'from sklearn.metrics import PrecisionRecallDisplay\nPrecisionRecallDisplay.from_predictions(labels, scores)'
  }),
  ...of('scikit-image', '0.20', {
    'skimage.feature:greycomatrix': 'from skimage.feature import graycomatrix',
    'skimage.feature:greycoprops': 'from skimage.feature import graycoprops'
  }),
  ...of('langchain', '1.0', {
    'langchain:PromptTemplate':
      'from langchain_core.prompts import PromptTemplate',
    'langchain:LLMChain': 'from langchain_classic.chains import LLMChain',
    'langchain:HuggingFacePipeline':
      'from langchain_community.llms import HuggingFacePipeline'
  }),
  ...of('matplotlib', '3.9', {
    'matplotlib.cm:get_cmap':
      "import matplotlib\ncmap = matplotlib.colormaps['viridis']"
  }),
  ...of('gradio', '4.0', {
    'gradio:inputs': 'image = gr.Image()  # not gr.inputs.Image()',
    'gradio:outputs': 'label = gr.Label()  # not gr.outputs.Label()'
  }),
  ...of('albumentations', '1.4.24', {
    'albumentations:Flip':
      'from albumentations import HorizontalFlip, VerticalFlip'
  }),
  ...of('librosa', '0.8', {
    'librosa.output:':
      'import soundfile\nsoundfile.write(path, audio, sample_rate)',
    'librosa:output':
      'import soundfile\nsoundfile.write(path, audio, sample_rate)'
  }),
  ...of('librosa', '0.9', {
    'librosa.display:waveplot': 'librosa.display.waveshow(y, sr=sr)'
  }),
  // What packages build on: mostly the line of another one asks.
  ...of('MarkupSafe', '2.1', {
    'markupsafe:soft_unicode': 'from markupsafe import soft_str'
  }),
  ...of('Jinja2', '3.1', {
    'jinja2:Markup': 'from markupsafe import Markup',
    'jinja2:escape': 'from markupsafe import escape',
    'jinja2:contextfilter': 'from jinja2 import pass_context',
    'jinja2:contextfunction': 'from jinja2 import pass_context',
    'jinja2:evalcontextfilter': 'from jinja2 import pass_eval_context',
    'jinja2:environmentfilter': 'from jinja2 import pass_environment'
  }),
  ...of('packaging', '22.0', {
    'packaging.version:LegacyVersion': 'from packaging.version import Version'
  }),
  ...of('mpmath', '1.4', {
    'mpmath:rational': '%pip install "mpmath<1.4"  # sympy asks for it'
  }),
  ...of('urllib3', '2.0', {
    'urllib3.util.ssl_:DEFAULT_CIPHERS': '%pip install "urllib3<2"',
    'urllib3.contrib:appengine': '%pip install "urllib3<2"'
  }),
  ...of('SciPy', '1.13', {
    'scipy.linalg:triu': 'from numpy import triu',
    'scipy.linalg:tril': 'from numpy import tril',
    'scipy.linalg:tri': 'from numpy import tri'
  }),
  ...of('scikit-learn', '0.20', {
    'sklearn.cross_validation:':
      'from sklearn.model_selection import train_test_split',
    'sklearn.grid_search:': 'from sklearn.model_selection import GridSearchCV'
  }),
  ...of('pandas', '1.0', { 'Series.as_matrix': 'array = series.to_numpy()' }),
  ...of('openai', '1.0', {
    'openai.error:': 'from openai import OpenAIError',
    'openai.embeddings_utils:': '%pip install "openai<1"'
  })
};
