/** What tells how near a cell is to another. */
interface IPlaced {
  readonly position: number;
}

/**
 * The cells nearest to a place as long as their texts have room, in their order.
 * One that has no room is left out, and a shorter one further away may stay.
 *
 * @param to - the position to be near to
 * @param room - how many characters may be taken
 * @param sizeOf - how many a cell has
 */
export function nearestCells<Cell extends IPlaced>(
  cells: readonly Cell[],
  to: number,
  room: number,
  sizeOf: (cell: Cell) => number
): Cell[] {
  let left = room;
  return [...cells]
    .sort((a, b) => Math.abs(a.position - to) - Math.abs(b.position - to))
    .filter(cell => (left -= sizeOf(cell)) >= 0)
    .sort((a, b) => a.position - b.position);
}
