import { wrapText } from './wrap-text'

export type LabelSize = 'large' | 'normal'
/** Pixels: a line's height, and the font's size for measuring. */
export const LABEL_SIZES: Record<LabelSize, { line: number; font: number }> = {
  large: { line: 18, font: 14 },
  normal: { line: 16, font: 12 },
}
/** What a label says, and where. `gap` and `width` are in graph units: from the node's centre, and the room it has. */
export type Label = {
  id: string
  text: string
  /** A second, quieter line, dropped first where there is no room. */
  note?: string
  x: number
  y: number
  /** `inside` = in the middle of an island if it is large enough, else below it. */
  side: 'middle' | 'below' | 'right' | 'above' | 'inside'
  gap: number
  /** 0 = as wide as it needs, up to `most` pixels; no narrower than `least`. */
  width: number
  least?: number
  most: number
  lines: number
  size: LabelSize
  /** How far right it may move to stay in view, in graph units. */
  until?: number
  /** More important labels hide less important ones. */
  weight: number
}
export type Box = { x1: number; y1: number; x2: number; y2: number }
/** A label with its box in pixels, relative to where graph point (0, 0) is on screen. */
export type PlacedLabel = { label: Label; lines: string[]; note: string | null; box: Box }
export type Measure = (text: string, size: LabelSize) => number

/** A label narrower than this says nothing. */
const LEAST_PIXELS = 44
const PAD = { x: 4, y: 2 } as const
const CELL = 96

/**
 * The labels that fit, the most important first: no two boxes overlap at any zoom. `first` are placed before all
 * others.
 */
export function placeLabels(
  labels: readonly Label[],
  scale: { x: number; y: number; room: number },
  measure: Measure,
  first: ReadonlySet<string> = new Set(),
): PlacedLabel[] {
  const rank = (label: Label) => (first.has(label.id) ? 1 : 0)
  const sorted = [...labels].sort(
    (a, b) => rank(b) - rank(a) || b.weight - a.weight || (a.id < b.id ? -1 : 1),
  )
  const taken = new Grid()
  const placed: PlacedLabel[] = []
  for (const label of sorted) {
    const { note: _, ...short } = label
    const fitting = fittedTo(label, scale.room)
    const one = [fitting, ...(fitting.note ? [{ ...short, ...fittedTo(short, scale.room) }] : [])]
      .map((wanted) => boxOf(wanted, scale, measure))
      .find((box) => box && !taken.overlaps(box.box))
    if (!one) continue
    taken.add(one.box)
    placed.push(one)
  }
  return placed
}

/** An island narrower than this on screen has its name below, in small letters and without a note. */
const INSIDE = 84
function fittedTo(label: Label, room: number): Label {
  if (label.side !== 'inside') return label
  if (label.width * room >= INSIDE) return { ...label, side: 'middle' }
  const { note: _, ...plain } = label
  return { ...plain, side: 'below', size: 'normal', least: 0, width: 0, most: 118, lines: 2 }
}

function boxOf(
  label: Label,
  scale: { x: number; y: number; room: number },
  measure: Measure,
): PlacedLabel | null {
  const wide = label.width ? Math.min(label.most, label.width * scale.room) : label.most
  const room = Math.max(label.least ?? 0, wide)
  if (room < LEAST_PIXELS) return null
  const lines = wrapText(label.text, room, label.lines, (text) => measure(text, label.size))
  const { line } = LABEL_SIZES[label.size]
  const note = label.note && measure(label.note, 'normal') <= room ? label.note : null
  const width =
    Math.max(...lines.map((text) => measure(text, label.size)), note ? measure(note, 'normal') : 0) +
    2 * PAD.x
  const height = lines.length * line + (note ? LABEL_SIZES.normal.line : 0) + 2 * PAD.y
  const [x, y, gap] = [label.x * scale.x, label.y * scale.y, label.gap * scale.room]
  const left = label.side === 'right' ? x + gap : x - width / 2
  const top = label.side === 'below' ? y + gap : label.side === 'above' ? y - gap - height : y - height / 2
  return { label, lines, note, box: { x1: left, y1: top, x2: left + width, y2: top + height } }
}

export const overlap = (a: Box, b: Box) => a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2

/** Boxes by the cells they touch, so that thousands of labels are compared only with their neighbours. */
class Grid {
  private readonly cells = new Map<string, Box[]>()

  overlaps = (box: Box) => this.keys(box).some((key) => this.cells.get(key)?.some((one) => overlap(one, box)))

  add(box: Box) {
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
