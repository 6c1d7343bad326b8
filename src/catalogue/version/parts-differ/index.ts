import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { packageOf } from '../../../shared/package-names';
import { define, type Sign, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { isNameUnknown } from '../../predicates';
import { clashOf } from '../../shared/clashes';
import { fitting } from '../../shared/fitting';
import { versionOf } from '../../shared/stack';
import { installedOne } from '../shared/installed';
import { reinstall, showFolders } from '../shared/reinstall';
import { partsIn, REPORTED, SHAPES, type Kind } from './parts';

const VALUES = [
  'asker',
  'folder',
  'host',
  'shape',
  'call',
  'name',
  'other',
  'installed'
] as const;

type Value = (typeof VALUES)[number];

/** Where the host alone is seen, or a class by its name, less is sure. */
const OPEN: readonly (Kind | undefined)[] = ['library', 'requirement'];

const SIGNS = SHAPES.map(([, pattern]): Sign<Value, Kind> => ({
  where: 'message',
  pattern,
  when: reading => partsIn(reading) !== undefined,
  confidence: reading =>
    OPEN.includes(partsIn(reading)?.kind) ? 'possible' : 'likely',
  read: (_, reading) => valuesOf(reading)
}));

/** The same in a report of ComfyUI, where no exception has a class. */
const REPORT: Sign<Value, Kind> = {
  where: 'log',
  pattern: REPORTED,
  when: reading => isNameUnknown(reading) && partsIn(reading) !== undefined,
  confidence: 'possible',
  read: (_, reading) => valuesOf(reading)
};

function valuesOf(
  reading: IReading
): ValuesOf<Value> & { readonly kind?: Kind } {
  const parts = partsIn(reading);
  return parts === undefined
    ? {}
    : { ...parts, installed: versionOf(reading, parts.asker) };
}

/** What the one wants of the other, as the end of the message has it. */
function wanted(
  trans: ITranslate,
  asker: string,
  { shape, call, name }: ValuesOf<Value>
): string {
  const what = call ?? 'f';
  switch (shape) {
    case 'keyword':
      return trans.__(
        '%1 gives %2() the argument “%3”, which the %2() at hand does not take.',
        asker,
        what,
        name ?? ''
      );
    case 'lacking':
      return trans.__(
        '%1 calls %2() without “%3”, which the %2() at hand needs.',
        asker,
        what,
        name ?? ''
      );
    case 'name':
      return trans.__(
        '%1 asks %2 for “%3”, and the %2 at hand has no such name.',
        asker,
        what,
        name ?? ''
      );
    case 'member':
      return trans.__(
        '%1 meets an object of %2 without “%3”.',
        asker,
        what,
        name ?? ''
      );
    case 'key':
      return trans.__(
        '%1 stands in for code of its host, which looks for “%2” in vain.',
        asker,
        name ?? ''
      );
    default:
      return call
        ? trans.__(
            '%1 calls %2() with another number of values than it takes.',
            asker,
            what
          )
        : trans.__(
            '%1 expects another number of values than the call returns.',
            asker
          );
  }
}

function libraryTitle(
  trans: ITranslate,
  asker: string | undefined,
  other: string | undefined
): string {
  return asker && fitting(asker + (other ?? ''), 24)
    ? other
      ? trans.__('%1 and the installed %2 do not fit', asker, other)
      : trans.__('%1 and what it works with do not fit', asker)
    : trans.__('Two installed packages do not fit');
}

function updatePlugin(
  trans: ITranslate,
  asker: string | undefined,
  folder = 'custom_nodes'
): IFix {
  return check(
    fitting(asker, 36)
      ? trans.__('Update %1, then start anew', asker)
      : trans.__('Update the plugins, then start anew'),
    asker
      ? `$ git -C ${folder}/${asker} pull`
      : `$ for plugin in ${folder}/*/; do git -C "$plugin" pull; done`,
    folder === 'custom_nodes'
      ? trans.__('In ComfyUI’s folder; its Manager does the same with Update.')
      : trans.__('In the web UI’s folder, or on its tab Extensions.')
  );
}

function updateHost(trans: ITranslate, host: string | undefined): IFix {
  return host === 'web UI'
    ? check(
        trans.__('Then update the web UI, if the plugin is the newer one'),
        '$ git pull'
      )
    : check(
        trans.__('Then update ComfyUI, and what it needs'),
        '$ git pull && python -m pip install -r requirements.txt'
      );
}

function withoutPlugin(
  trans: ITranslate,
  asker = 'NAME',
  folder = 'custom_nodes'
): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See whether it works without the plugin'),
    code: `$ mv ${folder}/${asker} ${asker}.off`
  };
}

/** The file with the releases that a host was tried with. */
function requirementsOf(host: string | undefined): string {
  return host === 'web UI' ? 'requirements_versions.txt' : 'requirements.txt';
}

export default define({
  id: 'version/parts-differ',
  answers: [
    "TypeError: GaussianRasterizationSettings.__new__() missing 1 required positional argument: 'antialiasing'",
    "TypeError: Blocks.launch() got an unexpected keyword argument 'app_kwargs'",
    "TypeError: forward_orig_ipa() got an unexpected keyword argument 'attn_mask'",
    "AttributeError: module 'modules.script_callbacks' has no attribute 'on_ui_train_tabs'"
  ],
  refines: [
    'model/forward-arguments',
    'model/no-attribute',
    'python/call-arguments',
    'python/failed-import',
    'python/import-name',
    'python/missing-attribute',
    'python/missing-key',
    'python/unpacking',
    'version/not-installed'
  ],
  values: VALUES,
  signs: [...SIGNS, REPORT],
  kinds: {
    plugin: {
      words: (trans, { asker, folder, host, ...said }) => ({
        title: fitting(asker, 36)
          ? trans.__('%1 and its host do not fit', asker)
          : trans.__('A plugin and its host do not fit'),
        cause: trans.__(
          '%1 The plugin and %2, or what the plugin needs, are of releases that do not fit: mostly one of them was updated.',
          wanted(trans, asker ?? trans.__('A plugin'), said),
          host ?? 'ComfyUI'
        ),
        fixes: [
          updatePlugin(trans, asker, folder),
          updateHost(trans, host),
          withoutPlugin(trans, asker, folder)
        ]
      })
    },
    replaced: {
      words: (trans, { host, call, name }) => ({
        title: trans.__('A plugin has put its own function in place'),
        cause:
          call && name
            ? trans.__(
                '%1 calls a function of its own, and %2() answers: a plugin has put that in its place. It does not know “%3” as this release of %1 passes it.',
                host ?? 'ComfyUI',
                call,
                name
              )
            : trans.__(
                'The host calls a function of its own, and one of a plugin answers, made for another release.'
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Update the plugin that brings it'),
            detail: trans.__(
              'The search names its folder; then git pull in that folder, and start anew.'
            ),
            code: `$ grep -rln "${call?.split('.')[0] ?? 'forward_orig'}" ${host === 'web UI' ? 'extensions' : 'custom_nodes'}`
          },
          {
            safety: 'check',
            title: trans.__('No newer one: take the plugin out of its folder')
          }
        ]
      })
    },
    workflow: {
      words: (trans, { shape, call, name }) => {
        const node = call?.split('.')[0];
        return {
          title: fitting(node, 26)
            ? trans.__('The workflow does not fit the node %1', node)
            : trans.__('The workflow does not fit a node'),
          cause:
            shape === 'lacking'
              ? trans.__(
                  'ComfyUI calls %1() with the inputs that the workflow holds, and “%2” is not among them: it is not connected, or the workflow was saved with another release of the node.',
                  call ?? 'execute',
                  name ?? ''
                )
              : trans.__(
                  'ComfyUI calls %1() with the inputs that the workflow holds, and the installed node does not know “%2”: the two are of different releases.',
                  call ?? 'execute',
                  name ?? ''
                ),
          fixes: [
            {
              safety: 'check',
              title: trans.__('Delete the node, add it anew, and connect it'),
              detail: trans.__(
                'A node that is added anew has the inputs of the installed release.'
              )
            },
            check(
              trans.__('Update the nodes, then start ComfyUI anew'),
              node
                ? `$ grep -rl "class ${node}\\b" custom_nodes  # then git pull in that folder`
                : '$ git -C custom_nodes/NAME pull',
              trans.__('The Manager does the same with Update.')
            )
          ]
        };
      }
    },
    requirement: {
      words: (trans, { host, asker, ...said }) => ({
        title: trans.__(
          'The %1 has other packages than it names',
          host ?? 'web UI'
        ),
        cause: trans.__(
          '%1 Its environment holds another release of that package than the %2 was made for: an update or a plugin has put it there.',
          wanted(trans, asker ?? host ?? 'web UI', said),
          host ?? 'web UI'
        ),
        fixes: [
          check(
            trans.__('Install the releases that it names'),
            asker
              ? `$ python -m pip uninstall -y ${packageOf(asker)}\n$ python -m pip install -r ${requirementsOf(host)}`
              : `$ python -m pip install -r ${requirementsOf(host)}`,
            trans.__(
              'In its folder, with the Python of its environment (venv). Then start it anew.'
            )
          ),
          check(
            trans.__('Or let it make its environment anew'),
            '$ mv venv venv.old',
            trans.__('Start it then as usual: it installs what it needs.')
          )
        ]
      })
    },
    submodule: {
      words: (trans, said) => ({
        title: trans.__('The rasterizer is that of another project'),
        cause: trans.__(
          '%1 Each project on Gaussian splatting changes this compiled package for itself, all under the same name: installed is that of another project, or an older one.',
          wanted(trans, trans.__('This project'), {
            ...said,
            call:
              said.call === '__new__'
                ? 'GaussianRasterizationSettings'
                : said.call
          })
        ),
        fixes: [
          check(
            trans.__('Build the one of this checkout anew'),
            '$ git submodule update --init --recursive\n$ pip uninstall -y diff-gaussian-rasterization\n$ pip install --no-cache-dir --no-build-isolation ./submodules/diff-gaussian-rasterization',
            trans.__(
              'In the folder of this project; see in submodules/ how it is called there. An environment for each project keeps them apart.'
            )
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See which one is installed'),
            code: '$ pip show -f diff-gaussian-rasterization'
          }
        ]
      })
    },
    mixed: {
      words: (trans, { asker = 'esm', name, call }) => ({
        title: fitting(asker, 20)
          ? trans.__('The files of %1 are of two packages', asker)
          : trans.__('The files of a package do not belong together'),
        cause:
          name && call
            ? trans.__(
                'A file of the installed %1 wants %2 from %3, which is a file of %1 too and does not have it. Two packages, or two releases, lie in the same folder.',
                asker,
                name,
                call
              )
            : trans.__(
                'A file of the installed package wants a name from another file of the same package. Two packages, or two releases, lie in the same folder.'
              ),
        fixes: [
          check(
            trans.__('Take all of it away, then install it anew'),
            reinstall(
              asker,
              asker === 'esm'
                ? clashOf('esm', '')?.packages.join(' ')
                : undefined
            ),
            trans.__(
              'Delete what is left of its folder before the second line, and restart the kernel after it.'
            )
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See which packages brought it'),
            code: `import importlib.metadata as m\nprint(m.packages_distributions().get('${asker}'))`
          }
        ]
      })
    },
    hollow: {
      words: (trans, { asker = 'TTS', other = 'coqpit', name = '' }) => ({
        title: fitting(other, 24)
          ? trans.__('Of %1 only an empty folder is left', other)
          : trans.__('Of a package only an empty folder is left'),
        cause: trans.__(
          '%1 wants %2 from %3, and Python finds a folder of that name without the package in it. An uninstall took files of another package along, an installation broke off, or a folder of yours has that name.',
          asker,
          name,
          other
        ),
        fixes: [
          check(
            trans.__('Take it away, then install it anew'),
            `%pip uninstall -y ${[...new Set([other, packageOf(other)])].join(' ')}\n%pip install --force-reinstall --no-deps ${packageOf(other)}`,
            trans.__('Restart the kernel after it.')
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See which folder is found'),
            code: showFolders(other)
          }
        ]
      })
    },
    library: {
      words: (trans, { asker, other, installed, ...said }) => ({
        title: libraryTitle(trans, asker, other),
        cause: asker
          ? installed
            ? `${wanted(trans, asker, said)}${installedOne(trans, asker, installed)}`
            : trans.__(
                '%1 The line is in %2, not in your code: it was written for another release of what it works with.',
                wanted(trans, asker, said),
                asker
              )
          : trans.__(
              '%1 No line of yours asks for it: the library that does was written for another release, or for models that were loaded in another way.',
              wanted(trans, trans.__('A library'), said)
            ),
        fixes: [
          asker
            ? check(
                trans.__('Update %1, then restart the kernel', asker),
                `%pip install --upgrade ${packageOf(asker)}`,
                trans.__(
                  'Where the program names versions (requirements.txt, its README), install those instead.'
                )
              )
            : check(
                trans.__('Install the releases that the project names'),
                '%pip install -r requirements.txt',
                trans.__(
                  'Or bring the libraries of the traceback to the newest, all of them.'
                )
              ),
          check(
            trans.__('It is the newest: take the older partner'),
            '%pip check',
            trans.__(
              'It names packages that are too new or too old for what is installed.'
            )
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A function or a file of your own by the same name is imported instead of it: its path stands in the traceback.'
      )
    ],
    links: [
      {
        title: trans.__('pip: pip check'),
        url: 'https://pip.pypa.io/en/stable/cli/pip_check/'
      },
      {
        title: trans.__('git: submodules'),
        url: 'https://git-scm.com/docs/git-submodule'
      }
    ]
  })
});
