import { type Box, boxesOverlap, type Point, type Size } from '../layout/placed'
import type { Label, Measure } from './label'
import { formsOf, type LabelForm } from './label-forms'

/** A label with its box in pixels, relative to where graph point (0, 0) is on screen. */
export type PlacedLabel = LabelForm & { label: Label; box: Box }

/** A drawn node, in graph units: labels of other nodes stay clear of it. `isRound` = its corners are free. */
export type Shape = Point & Size & { id: string; isRound?: boolean }

const CELL = 96

/** The labels that fit without overlap, by importance; `first` come before all, even over shapes. */
export function placeLabels(
  labels: readonly Label[],
  scale: number,
  measure: Measure,
  first: ReadonlySet<string> = new Set(),
  shapes: readonly Shape[] = [],
): PlacedLabel[] {
  const rank = (label: Label) => (first.has(label.id) ? 1 : 0)
  const sorted = [...labels].sort(
    (a, b) => rank(b) - rank(a) || b.weight - a.weight || (a.id < b.id ? -1 : 1),
  )
  const taken = new Grid()
  const drawn = new Grid()
  for (const { id, isRound, x, y, width, height } of shapes) {
    const [across, down] = [(width * scale) / 2, (height * scale) / 2]
    const [atX, atY] = [x * scale, y * scale]
    drawn.add({ x1: atX - across, y1: atY - down, x2: atX + across, y2: atY + down, id, isRound })
  }
  const isClear = ({ id, side }: Label, box: Box) =>
    side === 'inside' || first.has(id) || !drawn.overlaps(box, id)
  const placed: PlacedLabel[] = []
  for (const label of sorted) {
    const one = formsOf(label, scale, measure)
      .map((form) => ({ ...form, label, box: boxOf(label, form, scale) }))
      .find(({ box }) => !taken.overlaps(box) && isClear(label, box))
    if (!one) continue
    taken.add(one.box)
    placed.push(one)
  }
  return placed
}

function boxOf(label: Label, { side, width, height }: LabelForm, scale: number): Box {
  const [x, y, gap] = [label.x * scale, label.y * scale, label.gap * scale]
  const left = side === 'right' ? x + gap : x - width / 2
  const top = side === 'below' ? y + gap : side === 'above' ? y - gap - height : y - height / 2
  return { x1: left, y1: top, x2: left + width, y2: top + height }
}

type Owned = Box & { id?: string; isRound?: boolean }
/** Whether a box reaches the ellipse within another one. */
function reaches({ x1, y1, x2, y2 }: Box, round: Box): boolean {
  const [across, down] = [(round.x2 - round.x1) / 2, (round.y2 - round.y1) / 2]
  const [x, y] = [round.x1 + across, round.y1 + down]
  const off = (from: number, to: number, middle: number) => Math.max(from - middle, 0, middle - to)
  return Math.hypot(off(x1, x2, x) / across, off(y1, y2, y) / down) < 1
}
/** Boxes by the cells they touch, so that thousands of labels are compared only with their neighbours. */
class Grid {
  private readonly cells = new Map<string, Owned[]>()

  /** Whether a box overlaps one that is not `own`. */
  overlaps = (box: Box, own?: string) =>
    this.keys(box).some((key) =>
      this.cells
        .get(key)
        ?.some(
          (one) =>
            (own === undefined || one.id !== own) &&
            boxesOverlap(one, box) &&
            (!one.isRound || reaches(box, one)),
        ),
    )

  add(box: Owned) {
    for (const key of this.keys(box)) this.cells.set(key, [...(this.cells.get(key) ?? []), box])
  }

  private keys({ x1, y1, x2, y2 }: Box): string[] {
    const keys: string[] = []
    for (let column = Math.floor(x1 / CELL); column <= Math.floor(x2 / CELL); column += 1)
      for (let row = Math.floor(y1 / CELL); row <= Math.floor(y2 / CELL); row += 1)
        keys.push(`${column} ${row}`)
    return keys
  }
}
