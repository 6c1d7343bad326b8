import type { CommandRegistry } from '@lumino/commands';
import type { ReadonlyPartialJSONObject } from '@lumino/coreutils';
import * as React from 'react';

/** A button that runs a command. */
export function Action(props: {
  command: string;
  args?: ReadonlyPartialJSONObject;
  label: string;
  isPrimary?: boolean;
  commands: CommandRegistry;
}): JSX.Element {
  const { command, args, label, isPrimary, commands } = props;
  return (
    <button
      className={`jp-TorchTriage-button${isPrimary ? ' jp-mod-primary' : ''}`}
      onClick={() => void commands.execute(command, args)}
    >
      {label}
    </button>
  );
}
