import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { memoize } from '../../../shared/memoize';
import { packageOf } from '../../../shared/package-names';
import { define, type Sign } from '../../define';
import { check } from '../../fix';
import { failedLine, passedThrough, printedText } from '../../predicates';
import { callingPackage } from '../../shared/code-owner';
import { fitting } from '../../shared/fitting';
import { isTorchInPlay, mayBeTorch } from '../../shared/torch-in-play';

const VALUES = [
  'status',
  'host',
  'library',
  'name',
  'many',
  'version'
] as const;

type Name = (typeof VALUES)[number];

type Kind =
  | 'forbidden'
  | 'gone'
  | 'many'
  | 'login'
  | 'server'
  | 'unreachable'
  | 'local'
  | 'certificate'
  | 'proxy'
  | 'broken'
  | 'mac'
  | 'token'
  | 'kaggle'
  | 'mount';

/** urllib; requests and httpx, which name the address. */
const STATUS =
  /\bHTTP Error (?<status>4\d\d|5\d\d)\b(?!: rate limit)|\b(?<code>4\d\d|5\d\d) (?:Client|Server) Error\b[^\n]{0,200}?(?: for url: (?<url>https?:\/\/\S{1,300}))?(?=\s|$)|Client error '(?<other>4\d\d) [^\n']{1,60}' for url '(?<address>https?:[^']{1,300})'/;

/** No answer at all, in the words of urllib, urllib3, requests, aiohttp and datasets. */
const NO_ANSWER =
  /Max retries exceeded with url|\bFailed to establish a new connection\b|\burlopen error (?!\[SSL)\[?\w|Read timed out|[Cc]onnection (?:aborted|reset by peer|timed out)|\bTemporary failure in name resolution|\bCannot connect to host \S|\bCouldn't reach (?<url>https?:\/\/\S{1,300})|\bRemote end closed connection without response|\bConnectTimeout|\[WinError 100\d\d\]/;

const CERTIFICATE =
  /CERTIFICATE_VERIFY_FAILED|certificate verify failed|SSLCertVerificationError/;

const PROXY =
  /\bProxyError\b|Cannot connect to proxy|Tunnel connection failed|\bMissing dependencies for SOCKS support/;

/** What broke off, or came with other bytes than it should. */
const BROKEN =
  /\bIncompleteRead\(|\bChunkedEncodingError\b|Connection broken: |(?:MD5|SHA256|[Cc]hecksum)[^\n]{0,60} (?:does not match|mismatch)|\binvalid hash value|<urlopen error retrieval incomplete/;

/** Addresses of this machine. */
const LOCAL = /\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0)\b/;

/** Errors of the network, by their classes. */
const NETWORK =
  /^(?:\w{0,30}(?:HTTP|URL|Connect|SSL|Proxy|Timeout|Protocol|Retry|Incomplete|Reset|Refused|Disconnect|FileURLRetrieval)\w{0,30}|OSError|RuntimeError|Exception)?$/;

/** The version of python.org's Python on a Mac, by the folder that it lies in. */
const macPython = memoize(
  ({ exceptions, log }: IReading): string | undefined => {
    const text = [
      log,
      ...exceptions.flatMap(({ frames }) => frames.map(({ file }) => file))
    ].join(' ');
    return /\/Python\.framework\/Versions\/(?<version>3\.\d{1,2})\b/.exec(text)
      ?.groups?.version;
  }
);

/** Whether all lines at hand are those of Python's own library. */
function isOfNobody({ exceptions, incident }: IReading): boolean {
  return (
    incident.kind === 'text' &&
    exceptions.every(({ frames }) =>
      frames.every(
        ({ file }) =>
          /\/Python\.framework\/[^ ]{0,60}\/lib\/python3\.\d{1,2}\/\w/.test(
            file
          ) && !/site-packages/.test(file)
      )
    )
  );
}

/** Services that the user talks to, whose errors are theirs. */
const SERVICE = /\b(?:api\.(?!github)|kaggle\.com\/api|openai|ollama|wandb)/;

/** Processes talk over sockets, too: workers, and the ranks of a training. */
function isBetweenProcesses(reading: IReading): boolean {
  return (
    passedThrough(
      reading,
      /[\\/](?:multiprocessing|torch[\\/]distributed)[\\/]/
    ) || /\bgloo\b|NCCL|TCPStore|\bc10d\b|rendezvous/.test(messagesOf(reading))
  );
}

function isOfDownload(reading: IReading): boolean {
  return (
    isTorchInPlay(reading) &&
    !SERVICE.test(printedText(reading)) &&
    !isBetweenProcesses(reading)
  );
}

/** The machine that was asked, by an address or by urllib3’s words. */
function hostOf(url: string | undefined, text: string): string | undefined {
  return (
    /^https?:\/\/(?<host>[^/:\s'"]{1,80})/.exec(url ?? '')?.groups?.host ??
    /\bhost='(?<host>[\w.-]{1,80})'/.exec(text)?.groups?.host ??
    /\bhttps?:\/\/(?<host>[\w.-]{1,80})/.exec(text)?.groups?.host
  );
}

function messagesOf({ exceptions, log }: IReading): string {
  return [...exceptions.map(({ message }) => message), log].join('\n');
}

const BY_STATUS: readonly (readonly [RegExp, Kind])[] = [
  [/^401$/, 'login'],
  [/^403$/, 'forbidden'],
  [/^4(?:04|10)$/, 'gone'],
  [/^429$/, 'many'],
  [/^5/, 'server']
];

/** They only carry what others ask for. */
const CARRIERS =
  /^(?:requests|urllib3|httpx|httpcore|aiohttp|huggingface_hub|gdown|wget|tqdm)$/;

function askingLibrary(reading: IReading): string | undefined {
  const library = callingPackage(reading);
  return library === undefined || CARRIERS.test(library)
    ? undefined
    : packageOf(library);
}

function readStatus(
  { status, code, other, url, address }: Values,
  reading: IReading
) {
  const known = status ?? code ?? other ?? '403';
  return {
    status: known,
    host: hostOf(url ?? address, messagesOf(reading)),
    library: askingLibrary(reading),
    kind: BY_STATUS.find(([one]) => one.test(known))?.[1] ?? 'forbidden'
  };
}

function readHost(kind: Kind) {
  return ({ url }: Values, reading: IReading) => {
    const text = messagesOf(reading);
    const host = hostOf(url, text);
    return {
      host,
      kind:
        kind === 'unreachable' && LOCAL.test(`${host ?? ''} ${text}`)
          ? ('local' as const)
          : kind,
      many: /\bfor \w{1,20} in\b|download_images|parallel/.test(
        `${failedLine(reading)} ${reading.code}`
      )
        ? 'yes'
        : undefined
    };
  };
}

function raised(
  pattern: RegExp,
  read: (
    groups: Values,
    reading: IReading
  ) => Partial<Record<Name, string>> & {
    readonly kind?:
      Kind | 'clone' | 'drive' | 'page' | 'write' | 'data' | 'zip';
  },
  ename: RegExp = NETWORK
): Sign<Name, Kind | 'clone' | 'drive' | 'page' | 'write' | 'data' | 'zip'> {
  return {
    where: 'message',
    ename,
    pattern,
    when: isOfDownload,
    confidence: 'likely',
    read
  };
}

function server(trans: ITranslate, host: string | undefined): string {
  return fitting(host, 60) ?? trans.__('the server');
}

function byHand(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Or fetch it in the browser, and read that file'),
    detail: trans.__(
      'The address stands in the code or in the frames above. Put the file where the library would keep it, or give its path.'
    )
  };
}

function asBrowser(trans: ITranslate): IFix {
  return check(
    trans.__('Ask as a browser does'),
    "import urllib.request\n\nrequest = urllib.request.Request(url, headers={'User-Agent': 'Mozilla/5.0'})\nwith urllib.request.urlopen(request) as answer, open('data.zip', 'wb') as file:\n    file.write(answer.read())"
  );
}

function update(trans: ITranslate, library: string): IFix {
  return check(
    trans.__('Update %1: a newer one may know another address', library),
    `%pip install --upgrade ${library}`
  );
}

function waitAndAskAgain(trans: ITranslate, title: string): IFix {
  return check(
    title,
    'import time\n\nfor attempt in range(5):\n    try:\n        data = download()\n        break\n    except OSError:\n        time.sleep(30 * (attempt + 1))'
  );
}

function offlineFixes(
  trans: ITranslate,
  host: string | undefined,
  many: string | undefined
): IFix[] {
  return [
    ...(many
      ? [
          check(
            trans.__('One of many: leave out what does not come'),
            'for url in urls:\n    try:\n        download(url)\n    except OSError as error:\n        print(url, error)'
          )
        ]
      : []),
    {
      safety: 'check',
      title: trans.__('Try again; give this machine a way to the internet'),
      detail: trans.__(
        'Kaggle: switch Internet on in the settings of the notebook. Nodes of clusters often have none: download on the login node, into a folder that both see.'
      )
    },
    check(
      trans.__('Behind a proxy: name it before the download'),
      "import os\nos.environ['HTTPS_PROXY'] = os.environ['HTTP_PROXY'] = 'http://proxy:3128'",
      trans.__('Where a VPN or a proxy is set and does not work, take it out.')
    ),
    ...(/huggingface|hf\.co/.test(host ?? '')
      ? [
          check(
            trans.__('Where the Hub is blocked: a mirror that you trust'),
            "import os\nos.environ['HF_ENDPOINT'] = 'https://MIRROR'  # before the imports"
          )
        ]
      : []),
    byHand(trans),
    {
      safety: 'diagnostic',
      title: trans.__('See whether this machine reaches it at all'),
      code: `import urllib.request\nprint(urllib.request.urlopen('https://${host ?? 'pypi.org'}', timeout=10).status)`
    }
  ];
}

export default define({
  id: 'python/network',
  answers: [
    'HTTPError: HTTP Error 403: Forbidden',
    'HTTPError: HTTP Error 404: Not Found',
    'ConnectionError: HTTPSConnectionPool(host=…): Max retries exceeded with url',
    'HTTPError: 429 Client Error: Too Many Requests for url',
    'SSLError: CERTIFICATE_VERIFY_FAILED',
    'ProxyError: Cannot connect to proxy',
    'Cannot retrieve the public link of the file (gdown)',
    "fatal: repository 'https://huggingface.co/…' not found",
    "DatasetNotFoundError: Dataset … doesn't exist on the Hub or cannot be accessed",
    'SyntaxError: <!DOCTYPE html>'
  ],
  values: VALUES,
  signs: [
    // Python of python.org brings no certificates to a Mac.
    {
      where: 'message',
      ename: NETWORK,
      pattern: CERTIFICATE,
      when: reading =>
        macPython(reading) !== undefined &&
        (isTorchInPlay(reading) || isOfNobody(reading)),
      confidence: 'likely',
      read: (_, reading) => ({ kind: 'mac', version: macPython(reading) })
    },
    {
      ...raised(CERTIFICATE, readHost('certificate')),
      when: reading => isOfDownload(reading) && macPython(reading) === undefined
    },
    ...(['message', 'log'] as const).map((where): Sign<Name, 'token'> => ({
      where,
      pattern:
        /\bInvalid token passed!|\bInvalid user token\b|\bInvalid credentials in Authorization header|\bThe token you provided is invalid\b|\bUser Access Token "[^"\n]{1,60}" is expired/,
      fatal: where === 'log',
      when: reading => /hugging ?face|hf_/i.test(printedText(reading)),
      confidence: 'likely',
      read: () => ({ kind: 'token' })
    })),
    raised(PROXY, readHost('proxy')),
    raised(STATUS, readStatus),
    raised(BROKEN, readHost('broken')),
    {
      ...raised(NO_ANSWER, readHost('unreachable')),
      when: reading =>
        isOfDownload(reading) &&
        // The Hub’s client says so before it tries again.
        !reading.mentions('thrown while requesting HEAD') &&
        ![CERTIFICATE, PROXY, BROKEN].some(other =>
          other.test(messagesOf(reading))
        )
    },
    raised(
      /Cannot retrieve the public link of the file|Too many users have viewed or downloaded this file|Failed to retrieve file url/,
      () => ({ kind: 'drive' }),
      /^/
    ),
    {
      where: 'log',
      pattern:
        /Cannot retrieve the public link of the file|Too many users have viewed or downloaded this file/,
      fatal: true,
      when: mayBeTorch,
      confidence: 'likely',
      read: () => ({ kind: 'drive' })
    },
    raised(
      /repository '(?<url>https?:\/\/[^'\s]{1,200})' not found/,
      ({ url }) => ({
        kind: 'clone',
        name: url?.replace(/^https?:\/\/[^/]{1,80}\//, '').replace(/\/$/, ''),
        host: hostOf(url, '')
      }),
      /^/
    ),
    raised(
      /\bDataset '?(?<name>[\w.-]{1,80}(?:\/[\w.-]{1,96})?)'? doesn't exist on the Hub/,
      ({ name }) => ({ kind: 'data', name }),
      /^/
    ),
    {
      where: 'message',
      ename: /^(?:SyntaxError|IndentationError)$/,
      pattern: /^/,
      when: reading =>
        isTorchInPlay(reading) &&
        /\.py\b/.test(printedText(reading)) &&
        /(?:^|[\s│|])<(?:!DOCTYPE html|html[ >])/i.test(printedText(reading)),
      read: (_, reading) => ({
        kind: 'page',
        name: /(?<name>[\w-]{1,60}\.py)\b/.exec(printedText(reading))?.groups
          ?.name
      })
    },
    {
      ...raised(
        /\bToken is required \(|\bno token found\. You need to provide a token/,
        () => ({ kind: 'login', host: 'huggingface.co' }),
        /^/
      ),
      when: reading => /hugging ?face/i.test(messagesOf(reading))
    },
    {
      where: 'message',
      ename: /^(?:OSError|IOError)$/,
      pattern: /^Could not find kaggle\.json\b/,
      when: isTorchInPlay,
      confidence: 'likely',
      read: () => ({ kind: 'kaggle' })
    },
    {
      where: 'message',
      ename: /^ValueError$/,
      pattern: /^(?:Mountpoint must not already contain files|[Mm]ount failed)/,
      when: isTorchInPlay,
      confidence: 'likely',
      read: (_, { exceptions }) => ({
        kind: 'mount',
        name: /contain files/.test(exceptions[0]?.message ?? '')
          ? 'filled'
          : undefined
      })
    },
    raised(/^File is not a zip file/, () => ({ kind: 'zip' }), /^BadZipFile$/),
    {
      where: 'log',
      pattern: /\bBadZipFile: File is not a zip file/,
      fatal: true,
      when: isTorchInPlay,
      confidence: 'likely',
      read: () => ({ kind: 'zip' })
    },
    {
      where: 'message',
      ename: /^TimeoutError$/,
      pattern: /^\[Errno (?:60|110)\] /,
      when: reading =>
        isTorchInPlay(reading) &&
        /\.write\(|\bcopy(?:file|tree|2)?\(|\.save\(/.test(failedLine(reading)),
      confidence: 'likely',
      read: () => ({ kind: 'write' })
    }
  ],
  kinds: {
    forbidden: {
      words: (trans, { status = '403', host, library }) => ({
        title: trans.__('The server refuses the download (%1)', status),
        cause: trans.__(
          'The status %1 of %2 means that it knows the address and does not give the file: it refuses programs, wants a login or a consent, or the data are no longer public.',
          status,
          server(trans, host)
        ),
        fixes: [
          ...(/huggingface|hf\.co/.test(host ?? '') ? [login(trans)] : []),
          asBrowser(trans),
          byHand(trans),
          ...(library ? [update(trans, library)] : [])
        ]
      })
    },
    gone: {
      words: (trans, { status = '404', host, library }) => ({
        title: trans.__('There is nothing at that address (%1)', status),
        cause: trans.__(
          'The status %1 of %2 means that the address is wrong, or that the file was moved or taken away since the code was written.',
          status,
          server(trans, host)
        ),
        fixes: [
          ...(library ? [update(trans, library)] : []),
          {
            safety: 'check',
            title: trans.__('Open the address in the browser, find today’s'),
            detail: trans.__(
              'A file on GitHub is fetched from raw.githubusercontent.com; its page is HTML. On the Hub it is …/resolve/main/FILE.'
            )
          },
          byHand(trans)
        ]
      })
    },
    many: {
      words: (trans, { host }) => ({
        title: trans.__('Too many requests: the server wants a pause (429)'),
        cause: trans.__(
          'The server counts the requests to %1 by address or account, and yours have used up their share. On Colab, Kaggle and in companies many people share an address.',
          server(trans, host)
        ),
        fixes: [
          waitAndAskAgain(trans, trans.__('Wait, then ask again, more slowly')),
          login(trans),
          byHand(trans)
        ]
      })
    },
    login: {
      words: (trans, { host }) => ({
        title: trans.__('The server wants a login, and knows no token'),
        cause: trans.__(
          'For %1 you are nobody: there is no token here, or it is wrong or too old. The Hugging Face Hub answers the same way (401) for a name that does not exist.',
          server(trans, host)
        ),
        fixes: [login(trans), byHand(trans)]
      })
    },
    server: {
      words: (trans, { status = '500', host }) => ({
        title: trans.__('The server itself fails (%1)', status),
        cause: trans.__(
          'The status %1 of %2 is about the server: it is overloaded or down. Nothing here has to be changed.',
          status,
          server(trans, host)
        ),
        fixes: [
          waitAndAskAgain(trans, trans.__('Wait, then try it again')),
          byHand(trans)
        ]
      })
    },
    unreachable: {
      words: (trans, { host, many }) => ({
        title: fitting(host, 30)
          ? trans.__('%1 did not answer', host)
          : trans.__('The server did not answer'),
        cause: trans.__(
          'The download got no connection to %1, or lost it. Either this machine has no way there (no internet, a proxy, a firewall), or that server is down or turns programs away.',
          server(trans, host)
        ),
        fixes: offlineFixes(trans, host, many)
      })
    },
    local: {
      words: trans => ({
        title: trans.__('No server runs at that address of this machine'),
        cause: trans.__(
          'The code talks to a program on the same machine, and none listens at that port: it was not started, has ended, or runs in another container.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Start that server first, and leave it running'),
            detail: trans.__(
              'visdom, MLflow, Triton, Ollama and such run in a terminal of their own. In a container localhost is the container itself.'
            ),
            code: '$ python -m visdom.server'
          }
        ]
      })
    },
    certificate: {
      words: (trans, { host }) => ({
        title: trans.__('The server’s certificate was not accepted'),
        cause: trans.__(
          'Python could not check who %1 is. Usual: a firewall or proxy puts in a certificate of its own, the list of authorities is missing or old, the clock is wrong.',
          server(trans, host)
        ),
        fixes: [
          check(
            trans.__('A company’s proxy: name its certificate'),
            "import os\nos.environ['REQUESTS_CA_BUNDLE'] = os.environ['SSL_CERT_FILE'] = '/path/to/company.pem'"
          ),
          check(
            trans.__('Elsewhere: take the authorities of certifi'),
            "%pip install --upgrade certifi\nimport certifi, os\nos.environ['SSL_CERT_FILE'] = certifi.where()"
          ),
          byHand(trans)
        ]
      })
    },
    mac: {
      words: (trans, { version = '3.11' }) => ({
        title: trans.__('This Mac’s Python has no certificates yet'),
        cause: trans.__(
          'Python of python.org does not use those of macOS: it has a command that installs some, which did not run. So no server’s certificate is accepted.'
        ),
        fixes: [
          check(
            trans.__('Run the command that came with it'),
            `$ open "/Applications/Python ${version}/Install Certificates.command"`
          ),
          check(
            trans.__('Or take those of certifi'),
            '$ python3 -m pip install --upgrade certifi && export SSL_CERT_FILE=$(python3 -m certifi)'
          ),
          byHand(trans)
        ]
      })
    },
    token: {
      words: trans => ({
        title: trans.__('The Hub does not know this token'),
        cause: trans.__(
          'The token is none that an account has now: it was revoked or has expired, was mistyped, or not pasted whole. The field shows nothing while one pastes.'
        ),
        fixes: [
          check(
            trans.__('Make a new one, and log in with it'),
            'from huggingface_hub import login\nlogin()',
            trans.__(
              'At huggingface.co/settings/tokens: “Read” to download, “Write” to push. It begins with hf_. In the terminal: hf auth login.'
            )
          ),
          check(
            trans.__('An older one goes before it: take that away'),
            "import os\nos.environ.pop('HF_TOKEN', None)\nfrom huggingface_hub import logout\nlogout()"
          )
        ]
      })
    },
    kaggle: {
      words: trans => ({
        title: trans.__('Kaggle’s command has no key here'),
        cause: trans.__(
          'The package kaggle reads who you are from kaggle.json in ~/.kaggle, or from two variables, and finds neither. A session of Colab begins without them.'
        ),
        fixes: [
          check(
            trans.__('Put the file there'),
            '!mkdir -p ~/.kaggle && cp kaggle.json ~/.kaggle/ && chmod 600 ~/.kaggle/kaggle.json',
            trans.__(
              'Kaggle makes it: Settings, API, “Create New Token”. On Colab upload it first.'
            )
          ),
          check(
            trans.__('Or set the variables, before kaggle is imported'),
            "import os\nos.environ['KAGGLE_USERNAME'] = 'me'\nos.environ['KAGGLE_KEY'] = '…'"
          )
        ]
      })
    },
    mount: {
      words: (trans, { name }) => ({
        title: trans.__('Google Drive was not mounted'),
        cause: name
          ? trans.__(
              'The folder to mount at is not empty: something was written to /content/drive before Drive was mounted there, as by a cell that ran too early.'
            )
          : trans.__(
              'Colab got no access to the Drive: the window that asks for it was closed, refused or blocked, or belongs to another account than the notebook’s.'
            ),
        fixes: name
          ? [
              check(
                trans.__('Move what lies there, then mount'),
                "!mv /content/drive /content/drive_before\nfrom google.colab import drive\ndrive.mount('/content/drive')"
              ),
              check(
                trans.__('Or mount at another folder'),
                "drive.mount('/content/gdrive')"
              )
            ]
          : [
              check(
                trans.__('Mount it anew, and allow all that it asks for'),
                "from google.colab import drive\ndrive.mount('/content/drive', force_remount=True)",
                trans.__(
                  'Pop-ups and cookies of Google have to be let through.'
                )
              )
            ]
      })
    },
    proxy: {
      words: (trans, { host }) => ({
        title: trans.__('The proxy gives no way to the server'),
        cause: trans.__(
          'Requests to %1 go through a proxy that is set in the variables or the system, and it refuses or is not there. Often a VPN program was ended and left its setting.',
          server(trans, host)
        ),
        fixes: [
          check(
            trans.__('Without a proxy: take the setting out'),
            "import os\nfor name in ('HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'):\n    os.environ.pop(name, None)"
          ),
          check(
            trans.__('With one: name it as it is'),
            "import os\nos.environ['HTTPS_PROXY'] = os.environ['HTTP_PROXY'] = 'http://user:password@proxy:3128'"
          ),
          byHand(trans)
        ]
      })
    },
    broken: {
      words: trans => ({
        title: trans.__('The download broke off, or is another file'),
        cause: trans.__(
          'What came is shorter than announced, or has another checksum: the connection was lost, a page came in place of the file, or the file was changed at its source.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Delete what came, then download it again'),
            detail: trans.__(
              'A part that is left over is taken for the whole: ~/.cache/torch/hub/checkpoints, ~/.cache/huggingface, or the folder root.'
            )
          },
          byHand(trans)
        ]
      })
    },
    zip: {
      words: trans => ({
        title: trans.__('The archive is no zip file, or not whole'),
        cause: trans.__(
          'A zip file ends with a list of what it holds, and this one has none: a page came in place of the archive, the download broke off, or another kind of file has this name.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See how large it is and how it begins'),
            detail: trans.__(
              'A few kilobytes and “<” are a web page; a zip file begins with PK.'
            ),
            code: "import os\nprint(os.path.getsize(path), open(path, 'rb').read(60))"
          },
          check(
            trans.__('Delete it, then download it again'),
            'os.remove(path)',
            trans.__(
              'From the address of the file itself: on GitHub “Raw” or a release, on Drive with gdown, on the Hub …/resolve/main/FILE.'
            )
          )
        ]
      })
    },
    drive: {
      words: trans => ({
        title: trans.__('Google Drive does not hand out the file'),
        cause: trans.__(
          'Drive asks for a login or a consent, which gdown cannot give: either the file is not shared with everybody who has the link, or too many have downloaded it today.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Open the link in the browser, download it there'),
            detail: trans.__(
              'Logged in, “Make a copy” into your own Drive also gets round the limit; then mount that Drive on Colab.'
            )
          },
          check(
            trans.__('Update gdown, which knows Drive’s pages of today'),
            '%pip install --upgrade gdown\n!gdown --fuzzy "https://drive.google.com/file/d/ID/view"'
          ),
          {
            safety: 'check',
            title: trans.__('Your own file: share it by link with anybody')
          }
        ]
      })
    },
    clone: {
      words: (trans, { name, host }) => ({
        title: fitting(name, 24)
          ? trans.__('The repository %1 is not found', name)
          : trans.__('The repository is not found'),
        cause: trans.__(
          'git was sent to %1 for %2, which does not exist there, or is private and this account may not see it.',
          server(trans, host),
          name ?? trans.__('a repository')
        ),
        fixes: [
          ...(/huggingface/.test(host ?? '')
            ? [
                check(
                  trans.__('Make it first, logged in with a token that writes'),
                  `from huggingface_hub import create_repo, login\nlogin()\ncreate_repo('${name ?? 'me/model'}', exist_ok=True)`
                )
              ]
            : []),
          {
            safety: 'check',
            title: trans.__('See how it is spelt on its page: owner/name')
          }
        ]
      })
    },
    data: {
      words: (trans, { name }) => ({
        title: fitting(name, 28)
          ? trans.__('The Hub has no data set %1 for you', name)
          : trans.__('The Hub has no data set of that name for you'),
        cause: trans.__(
          'Either %1 is spelt another way, was renamed or taken away, or it is private or gated and you are not logged in. A folder of that name is not here, either.',
          name ?? trans.__('the name')
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Look it up on the Hub, and write owner/name')
          },
          login(trans),
          check(
            trans.__('Files of your own: name their form'),
            "dataset = load_dataset('csv', data_files='train.csv')"
          )
        ]
      })
    },
    page: {
      words: (trans, { name }) => ({
        title: fitting(name, 30)
          ? trans.__('%1 is a web page, not the file', name)
          : trans.__('A web page was saved in place of the file'),
        cause: trans.__(
          'It begins with <!DOCTYPE html>: what was saved is the page that shows the file, a login or an error page, and not the file itself.'
        ),
        fixes: [
          check(
            trans.__('Delete it, and what was copied of it into the cache'),
            `!find ~/.cache . -name '${name ?? 'FILE.py'}' -exec grep -l -i '<!DOCTYPE html' {} +`
          ),
          check(
            trans.__('Fetch the raw file, or all by the library'),
            "from huggingface_hub import snapshot_download\nfolder = snapshot_download('owner/name')",
            trans.__(
              'By hand: on the Hub …/resolve/main/FILE, on GitHub “Raw”, not the page with blob in its address.'
            )
          )
        ]
      })
    },
    write: {
      words: trans => ({
        title: trans.__('Writing the file timed out, not the network'),
        cause: trans.__(
          'The line that failed writes to a file. A time-out there comes from the folder: it lies on a network drive, or is kept in a cloud (iCloud, OneDrive, Google Drive) that did not answer.'
        ),
        fixes: [
          check(
            trans.__('Write to a folder on this machine’s own disk'),
            'import pathlib, tempfile\ndata_path = pathlib.Path(tempfile.mkdtemp())'
          ),
          {
            safety: 'check',
            title: trans.__('Or wait until the drive is back, and try again')
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Where from_pretrained() says that a name is no model, look there first: the Hub answers the same way.'
      )
    ],
    links: [
      {
        title: trans.__('MDN: what the statuses of HTTP mean'),
        url: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Status'
      },
      {
        title: trans.__('Hugging Face: variables for the network'),
        url: 'https://huggingface.co/docs/huggingface_hub/package_reference/environment_variables'
      }
    ]
  })
});

function login(trans: ITranslate): IFix {
  return check(
    trans.__('Log in where the file lies; the Hub wants a token'),
    'from huggingface_hub import login\nlogin()',
    trans.__('The token is asked for; do not write it into the notebook.')
  );
}
