import type { IFrame, IReading } from '../../incident/types';
import { memoize } from '../../shared/memoize';
import { printedText } from '../predicates';

/** What a host program loads from a folder of its own. */
export interface IPlugin {
  /** Its folder’s name: `ComfyUI-AnimateDiff-Evolved`. */
  readonly name: string;
  /** The folder that it lies in: `custom_nodes`. */
  readonly folder: string;
}

/** ComfyUI’s nodes, the extensions of web UIs, each a checkout of its own. */
const PLUGIN =
  /(?:^|[\\/])(?<folder>custom_nodes|extensions)[\\/](?<name>[\w .@+-]{1,80})[\\/]/;

/** The same somewhere in a printed text. */
const PRINTED =
  /[\\/](?<folder>custom_nodes|extensions)[\\/](?<name>[\w.@+-]{1,80})[\\/]/g;

/** Where a web UI runs, rather than another program with such a folder. */
const WEB_UI =
  /webui|[\\/]sd[.-]?next\b|[\\/]modules[\\/](?:scripts|script_callbacks|launch_utils|shared|ui)\.py/i;

const COMFY =
  /\bComfyUI(?![a-z])|[\\/]custom_nodes[\\/]|[\\/]comfy[\\/]\w{1,40}\.py/i;

const INSTALLED = /[\\/](?:site|dist)-packages[\\/]/;

/** The host of plugins that failed, as people call it. */
export type Host = 'ComfyUI' | 'web UI';

function allText(reading: IReading): string {
  const frames = reading.exceptions.flatMap(one => one.frames);
  return [...frames.map(({ file }) => file), printedText(reading)].join('\n');
}

/** The program that loads plugins, where the frames or the text show one. */
export const hostOf = memoize((reading: IReading): Host | undefined => {
  const text = allText(reading);
  return COMFY.test(text)
    ? 'ComfyUI'
    : WEB_UI.test(text)
      ? 'web UI'
      : undefined;
});

/** The plugin whose file a frame lies in. */
export function pluginOf({ file }: IFrame): IPlugin | undefined {
  const { name, folder } = PLUGIN.exec(file)?.groups ?? {};
  return name && folder && !INSTALLED.test(file) ? { name, folder } : undefined;
}

/**
 * The plugin nearest to the failure: of the frames the innermost one; where no
 * frame lies in one, the only one that the text names.
 */
export function failedPlugin(reading: IReading): IPlugin | undefined {
  const frames = reading.exceptions[0]?.frames ?? [];
  const passed = frames.flatMap(frame => pluginOf(frame) ?? []);
  if (passed.length > 0) {
    return passed[passed.length - 1];
  }
  const named = [...printedText(reading).matchAll(PRINTED)].flatMap(
    ({ groups }) =>
      groups?.name && groups.folder
        ? [{ name: groups.name, folder: groups.folder }]
        : []
  );
  return new Set(named.map(({ name }) => name)).size === 1
    ? named[0]
    : undefined;
}
