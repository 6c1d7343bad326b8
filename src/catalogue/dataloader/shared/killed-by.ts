/**
 * The line of a loader whose worker a signal ended. Whoever passes it on may
 * leave the number of the process out, or write words in its place.
 *
 * @param signal - what `strsignal` calls the signal, the source of a pattern
 */
export function killedBy(signal: string): RegExp {
  return new RegExp(
    String.raw`DataLoader (?:worker|process) (?:\(pid ?(?:(?<pid>\d{1,10})|[^)]{0,12})\) ?)?(?:exited )?is killed by si(?:gn|ng)al: (?<signal>${signal})`
  );
}
