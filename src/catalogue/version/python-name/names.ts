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

/**
 * `module:name`, `module` alone, or `Class.name` of an object. Sources: the
 * “removed” sections of “What’s new in Python”, and the wheels of Pillow 9.5 and
 * 10.0, scikit-image 0.17 and 0.18, scikit-learn 0.22 and 0.23, SciPy 1.2 to 1.14.
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
  }
};
