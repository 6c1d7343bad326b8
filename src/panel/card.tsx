import { Time } from '@jupyterlab/coreutils';
import type { TranslationBundle } from '@jupyterlab/translation';
import type { CommandRegistry } from '@lumino/commands';
import * as React from 'react';

import { isInLayers, isInWorker } from '../diagnosis/python-words';
import { showsTensors } from '../diagnosis/tensor-clash';
import { mayFindNotFinite, mayNameValue } from '../diagnosis/value-range';
import {
  failureTraits,
  showsMemory,
  showsWorkerFacts
} from '../diagnosis/failure-traits';
import type { Edits } from '../edit/edits';
import type { Notebooks } from '../notebooks';
import { lastException } from '../incident/incident';
import { reportedLine } from '../notebook/failure-location';
import { lostBy } from '../rerun/plan/lost';
import { Breakable } from './breakable';
import { ChecksView } from './checks/view';
import { CommandIDs } from './command-ids';
import { DeathView } from './death';
import { FindingView, type IOffer } from './finding';
import { hiddenLine } from './hidden-facts';
import type { ICard, IncidentsModel } from './model';
import { LineView } from './line-view';
import { MachineView } from './machine-view';
import { MemoryCause, MemoryView } from './memory/view';
import { showsStack, StackView } from './stack-view';
import { ClashView, TensorsView } from './tensors/view';
import { showsWeights, WeightsView } from './weights-view';

/** At most so much of a message that is not recognised is shown. */
const MAX_MESSAGE = 1500;

/** A failure has a few causes at most; a text that was made to have more has these. */
const MAX_OTHERS = 10;

interface ICardProps {
  readonly card: ICard;
  readonly model: IncidentsModel;
  readonly isOpen: boolean;
  readonly edits: Edits;
  readonly notebooks: Notebooks;
  readonly commands: CommandRegistry;
  readonly trans: TranslationBundle;
}

function attributesOf(card: ICard): Record<string, string> {
  return {
    'data-incident-kind': card.incident.incident.kind,
    'data-cell-id': card.incident.cellId
  };
}

function placeLabel(card: ICard, trans: TranslationBundle): string {
  if (card.incident.cellId === '') {
    return trans.__('Kernel');
  }
  const { line, seenBefore } = card.place;
  if (line === null) {
    return trans.__('Cell %1', card.label);
  }
  return seenBefore === null
    ? trans.__('Cell %1, line %2', card.label, line)
    : trans.__('Cell %1, last seen at line %2', card.label, line);
}

/** Whether the cell's own code failed, rather than a program or the kernel. */
function isOfCell({ incident }: ICard): boolean {
  const { kind, program } = incident.incident;
  return kind === 'cell' && !program;
}

/** Whether a checked run may tell more of a failure than is known. */
function mayTellMore(card: ICard): boolean {
  const { incident } = card.incident;
  const [best] = card.findings;
  const areLayersUnknown =
    showsTensors(best) && isInLayers(incident) && !incident.tensors?.layers;
  return (
    isOfCell(card) &&
    (mayNameValue(best) || mayFindNotFinite(best) || areLayersUnknown)
  );
}

/** The line of the user's own that a library called, and a way to it. */
function OwnView({
  card,
  model,
  commands,
  trans
}: ICardProps): JSX.Element | null {
  const { own } = card;
  if (own === null) {
    return null;
  }
  const { cellId, line, code, func } = own;
  return (
    <>
      <button
        className="jp-TorchTriage-link"
        onClick={() =>
          void commands.execute(CommandIDs.goToCell, { cellId, line })
        }
      >
        {func
          ? trans.__(
              'Go to Cell %1, line %2, in %3',
              model.labelOf(own),
              line,
              func
            )
          : trans.__('Go to Cell %1, line %2', model.labelOf(own), line)}
      </button>
      <pre tabIndex={0}>{code.trim()}</pre>
    </>
  );
}

/** Which engines of ipyparallel failed, where the cell gave its work to some. */
function EnginesView({ card, trans }: ICardProps): JSX.Element | null {
  const { onEngines } = card;
  if (onEngines === null) {
    return null;
  }
  const { ename, numbers } = onEngines;
  return (
    <p data-engines={numbers.join(' ')}>
      {trans._n(
        'ipyparallel’s engine %2 raised the %3.',
        'ipyparallel’s engines %2 raised the same %3.',
        numbers.length,
        numbers.join(', '),
        ename
      )}
    </p>
  );
}

/** The failed line and a way to it. */
function PlaceView(props: ICardProps): JSX.Element | null {
  const { card, commands, trans } = props;
  const { cellId } = card.incident;
  if (cellId === '') {
    return null;
  }
  const { line, seenBefore, isCommand, code, innermost } = card.place;
  const label = placeLabel(card, trans);
  const hidden = hiddenLine(card, trans);
  const func =
    innermost?.place === 'cell' && innermost.line === line
      ? innermost.func
      : '';
  return (
    <div className="jp-TorchTriage-place">
      <OwnView {...props} />
      <button
        className="jp-TorchTriage-link"
        onClick={() =>
          void commands.execute(
            CommandIDs.goToCell,
            line === null ? { cellId } : { cellId, line }
          )
        }
      >
        {card.own
          ? trans.__('It was run by %1', label)
          : func
            ? trans.__('Go to %1, in %2', label, func)
            : trans.__('Go to %1', label)}
      </button>
      {code.trim() !== '' && <pre tabIndex={0}>{code.trim()}</pre>}
      {hidden !== null && (
        <p className="jp-TorchTriage-note" data-hidden-facts="line">
          {hidden}
        </p>
      )}
      <EnginesView {...props} />
      {isCommand && (
        <p>
          {trans.__(
            'This is about a program that the cell ran. The cell itself did not fail.'
          )}
        </p>
      )}
      {seenBefore !== null && (
        <p>
          {trans.__(
            'The kernel was looked at about once a second. At the last look, at most %1 s before the end, this line ran.',
            seenBefore.toFixed(1)
          )}
        </p>
      )}
    </div>
  );
}

function LateNote({ card, commands, trans }: ICardProps): JSX.Element {
  const line = reportedLine(card.place);
  return (
    <>
      <p className="jp-TorchTriage-late">
        {line === null
          ? trans.__(
              'CUDA reports late: the failing line may be an earlier one than the reported one.'
            )
          : trans.__(
              'CUDA reports late: line %1 is where it was noticed, not always where it happened.',
              line
            )}
      </p>
      <button
        className="jp-TorchTriage-button jp-mod-primary"
        onClick={() =>
          void commands.execute(CommandIDs.rerunBlocking, {
            cellId: card.incident.cellId
          })
        }
      >
        <Breakable text={trans.__('Re-run with CUDA_LAUNCH_BLOCKING=1')} />
      </button>
    </>
  );
}

/** A name that another process had, or no cell has given yet: a way to it. */
function MissingNote({ card, commands, trans }: ICardProps): JSX.Element {
  return (
    <button
      className="jp-TorchTriage-button jp-mod-primary"
      onClick={() =>
        void commands.execute(CommandIDs.runNeededCells, {
          cellId: card.incident.cellId
        })
      }
    >
      {trans.__('Run what this cell needs')}
    </button>
  );
}

/** After an error that costs the process, what the CPU holds is not lost. */
function RescueNote({ card, commands, trans }: ICardProps): JSX.Element | null {
  const { incident } = card.incident;
  if (
    incident.kind === 'kernel' ||
    !failureTraits(incident, card.findings).isSticky
  ) {
    return null;
  }
  return (
    <>
      <button
        className="jp-TorchTriage-button"
        onClick={() => void commands.execute(CommandIDs.rescueVariables)}
      >
        {trans.__('Rescue variables')}
      </button>
      <p className="jp-TorchTriage-detail">
        {trans.__(
          'Writes what is not on the GPU to the disk before a restart, and can give it back after. Runs code of your objects that pickle calls.'
        )}
      </p>
    </>
  );
}

function unrecognisedTitle(card: ICard, trans: TranslationBundle): string {
  return card.isUnread ? trans.__('Not read') : trans.__('Not recognised');
}

/** An error that no entry answers to: said plainly, with a way on. */
function UnrecognisedView(props: ICardProps): JSX.Element {
  const { card, commands, trans } = props;
  const title = unrecognisedTitle(card, trans);
  const { ename, evalue } = lastException(card.incident.incident);
  const { innermost, line } = card.place;
  // A cell's line has a link of its own below.
  const isLinked =
    innermost?.place === 'cell' &&
    (card.own !== null || innermost.line === line);
  const message = `${ename}: ${evalue}`.slice(0, MAX_MESSAGE);
  const { line: told } = card.incident.incident;
  const codes = [innermost?.code, card.own?.code, card.place.code];
  // Of another line than the card shows it would mislead.
  const isShown = codes.some(code => code?.trim() === told?.code);
  return (
    <article
      className="jp-TorchTriage-finding"
      {...attributesOf(card)}
      aria-label={title}
    >
      <h3>{title}</h3>
      <p className="jp-TorchTriage-cause">
        {card.isUnread
          ? trans.__(
              'Reading what the cell printed took too long, so it was ended.'
            )
          : trans.__('This error is none of those Torch Triage knows.')}
      </p>
      <pre tabIndex={0}>{message}</pre>
      {innermost && !isLinked && (
        <>
          <h4>{trans.__('The innermost line of your own code')}</h4>
          <p>
            {innermost.func
              ? trans.__(
                  '%1, line %2, in %3',
                  innermost.file,
                  innermost.line,
                  innermost.func
                )
              : trans.__('%1, line %2', innermost.file, innermost.line)}
          </p>
          {innermost.code && <pre tabIndex={0}>{innermost.code}</pre>}
        </>
      )}
      <PlaceView {...props} />
      {told && isShown && <LineView line={told} trans={trans} />}
      <RescueNote {...props} />
      <button
        className="jp-TorchTriage-button"
        onClick={() =>
          void commands.execute(CommandIDs.lookUp, { query: message })
        }
      >
        {trans.__('Look up')}
      </button>
    </article>
  );
}

function EchoesView({ card, model, commands, trans }: ICardProps): JSX.Element {
  const count = card.echoes.length;
  return (
    <details className="jp-TorchTriage-echoes">
      <summary>
        {trans._n(
          '%1 later cell failed the same way',
          '%1 later cells failed the same way',
          count
        )}
      </summary>
      <p>
        {trans.__(
          'The first failure broke the CUDA context of this kernel: every later CUDA call fails alike until it is restarted.'
        )}
      </p>
      <ul>
        {card.echoes.map(echo => (
          <li key={echo.key}>
            <button
              className="jp-TorchTriage-link"
              onClick={() =>
                void commands.execute(CommandIDs.goToCell, {
                  cellId: echo.cellId
                })
              }
            >
              {trans.__('Cell %1', model.labelOf(echo))}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

const NO_OFFERS: IOffer['offered'] = new Map();

/** The fixes of the best finding that can be made here, once the card is open. */
function useOffer(
  { card, edits, notebooks, commands, trans }: ICardProps,
  isSeen: boolean
): IOffer {
  const [offered, setOffered] = React.useState(NO_OFFERS);
  const watcher = notebooks.current;
  React.useEffect(() => {
    const [best] = card.findings;
    if (!isSeen || !best || !watcher) {
      return;
    }
    let isCurrent = true;
    const { fixes } = best.entry.page(trans, best.values);
    void edits.offers(watcher, card, fixes).then(found => {
      if (isCurrent) {
        setOffered(found);
      }
    });
    return () => {
      isCurrent = false;
    };
  }, [card, watcher, isSeen]);
  const onPreview = (fix: number, all: boolean): void =>
    void commands.execute(CommandIDs.previewEdit, {
      cellId: card.incident.cellId,
      fix,
      all
    });
  return { offered, onPreview };
}

function Card(props: ICardProps): JSX.Element {
  const { card, isOpen, commands, trans } = props;
  const [isSeen, setSeen] = React.useState(isOpen);
  const offer = useOffer(props, isSeen);
  const [best, ...others] = card.findings;
  const { time } = card.incident;
  const { machine, stack, tensors, weights } = card.incident.incident;
  const title =
    best?.entry.page(trans, best.values).title ??
    unrecognisedTitle(card, trans);
  return (
    <details
      className="jp-TorchTriage-card"
      open={isOpen}
      data-incident-key={card.incident.key}
      onToggle={event => {
        if (event.currentTarget.open) {
          setSeen(true);
        }
      }}
    >
      <summary>
        <span className="jp-TorchTriage-cell">{placeLabel(card, trans)}</span>
        {time !== null && (
          <span className="jp-TorchTriage-time">
            {` · ${Time.formatHuman(new Date(time))}`}
          </span>
        )}
        <span className="jp-TorchTriage-title">{title}</span>
      </summary>
      {best ? (
        <FindingView
          finding={best}
          attributes={attributesOf(card)}
          offer={offer}
          facts={
            <>
              <DeathView {...props} />
              {tensors && showsTensors(best) && (
                <TensorsView
                  {...props}
                  finding={best}
                  table={tensors}
                  cellId={card.incident.cellId}
                  cells={props.notebooks.current?.codeCells() ?? []}
                />
              )}
              {showsTensors(best) && isInWorker(card.incident.incident) && (
                <p className="jp-TorchTriage-note" data-in-worker>
                  {trans.__(
                    'A worker process of the DataLoader failed, and its variables went with it. With num_workers=0 it fails in the kernel, and the tensors of the call are shown.'
                  )}
                </p>
              )}
              {mayTellMore(card) && (
                <ChecksView
                  {...props}
                  cellId={card.incident.cellId}
                  findsNotFinite={mayFindNotFinite(best)}
                  tellsLayers={isInLayers(card.incident.incident)}
                  isSticky={best.entry.sticky === true}
                />
              )}
              {weights && showsWeights(best) && (
                <WeightsView weights={weights} trans={trans} />
              )}
              {machine && showsWorkerFacts(best) && (
                <MachineView machine={machine} trans={trans} />
              )}
              {stack && showsStack(best) && (
                <StackView finding={best} stack={stack} trans={trans} />
              )}
              {showsMemory(best) && (
                <MemoryView
                  finding={best}
                  incident={card.incident.incident}
                  cellId={card.incident.cellId}
                  commands={commands}
                  trans={trans}
                />
              )}
            </>
          }
          trans={trans}
        >
          {tensors && showsTensors(best) && (
            <ClashView finding={best} table={tensors} trans={trans} />
          )}
          {showsMemory(best) && (
            <MemoryCause
              finding={best}
              incident={card.incident.incident}
              trans={trans}
            />
          )}
          <PlaceView {...props} />
          {best.entry.late === true && <LateNote {...props} />}
          {lostBy(card.incident)?.purpose === 'missing' && (
            <MissingNote {...props} />
          )}
          <RescueNote {...props} />
        </FindingView>
      ) : (
        <UnrecognisedView {...props} />
      )}
      {card.echoes.length > 0 && <EchoesView {...props} />}
      {others.slice(0, MAX_OTHERS).map(other => (
        <details key={other.id} className="jp-TorchTriage-other">
          <summary>
            {trans.__('Also: %1', other.entry.page(trans, other.values).title)}
          </summary>
          <FindingView
            finding={other}
            attributes={attributesOf(card)}
            trans={trans}
          />
        </details>
      ))}
    </details>
  );
}

/**
 * One incident: the first is open, the others show their title. Rendered anew
 * only when its card changed: there may be hundreds.
 */
export const CardView = React.memo(Card);
