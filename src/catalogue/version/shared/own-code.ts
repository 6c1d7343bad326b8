import type { IReading } from '../../../incident/types';

/** What libraries call in the code of their users. */
const HOOK =
  /(?:^|\.)(?:forward|__call__|__getitem__|collate_fn|compute_loss|compute_metrics|preprocess_logits_for_metrics|reward_\w{1,40}|\w{0,40}_reward\w{0,20}|tokenize\w{0,40}|\w{0,40}_step|\w{0,20}_epoch_end|configure_\w{1,30}|on_\w{1,40}|\w{0,20}callback\w{0,20}|step|reset|<lambda>)$/i;

/**
 * Whether the user's own code has a part in a call that a library makes: it
 * defines what is called, or passed the argument on.
 *
 * @param call - what is called, as the message names it
 * @param name - the argument that it does not take, where one is named
 */
export function isOwnCode(
  { code, exceptions, incident }: IReading,
  call: string,
  name: string | undefined
): boolean {
  const own = [
    incident.source,
    ...exceptions.flatMap(({ frames }) =>
      frames.filter(({ place }) => place !== 'library').map(frame => frame.code)
    )
  ].join('\n');
  // What `**options` hold is nowhere to be seen.
  const handsOn = /(?:^|[(,]) ?\*\*\w/m.test(own);
  const defined =
    call
      .replace(/\.__init__$/, '')
      .split('.')
      .pop() ?? call;
  // A class of the user's is made by from_pretrained, load_from_checkpoint.
  const isMade = /\.__init__$/.test(call) && /load_from_checkpoint/.test(code);
  return (
    HOOK.test(call) ||
    isMade ||
    hasWord(own, defined) ||
    (name !== undefined && (handsOn || hasWord(own, name)))
  );
}

function hasWord(text: string, word: string): boolean {
  return text.split(/\W+/).includes(word);
}
