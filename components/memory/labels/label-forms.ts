import { LABEL_SIZES, type Label, type LabelSize, type Measure } from './label'

/** What of a label is shown: its lines, and a note. */
export type LabelForm = {
  size: LabelSize
  side: Exclude<Label['side'], 'inside'>
  lines: string[]
  note: string | null
  width: number
  height: number
}

export const PAD = { x: 4, y: 2 } as const
/** A label narrower than this says nothing. */
const LEAST_PIXELS = 44
/** Shares of an island's box (its coast fills about 0.85): where a name wraps, and the most it may fill. */
const WRAPPED = [0.7, 0.55]
const COAST = 0.8
/** Water around an island that its name may take, in pixels: half of what is between two islands. */
const SPILL = 16
/** Pixels across an island that hardly has room for a name. */
const SMALL = 96

/** How a label may look at a zoom, the best first. */
export function formsOf(label: Label, room: number, measure: Measure): LabelForm[] {
  if (label.side === 'inside') return islandForms(label, room, measure)
  const { side } = label
  const width = label.width ? Math.min(label.most, label.width * room) : label.most
  if (width < LEAST_PIXELS) return []
  const form = (lines: number, note: string | undefined) =>
    shaped({ ...label, side, lines }, label.text, width, note, measure)
  const forms = [form(label.lines, label.note), form(label.lines, undefined), form(1, undefined)]
  const elsewhere = (label.or ?? []).flatMap((side) => forms.map((one) => ({ ...one, side })))
  if (label.height === undefined) return [...forms, ...elsewhere]
  const most = label.height * room
  // A card's text begins at its top left, whatever the text.
  return forms.flatMap((one) =>
    one.height <= most ? { ...one, width: width + 2 * PAD.x, height: most } : [],
  )
}

/** An island's name within its coast: in full, then cut after fewer and fewer lines. */
function islandForms(label: Label, room: number, measure: Measure): LabelForm[] {
  const across = label.width * room
  const shape = (size: LabelSize, note: string | undefined, lines: number, most: number) =>
    shaped({ ...label, side: 'middle', lines, size }, label.text, most, note, measure)
  const isWithin = ({ width, height }: LabelForm) => Math.hypot(width - 2 * PAD.x, height) <= across * COAST
  const looks = [
    { size: 'large', note: label.note },
    { size: 'normal', note: label.note },
    { size: 'normal', note: undefined },
  ] as const
  const forms = [3, 2, 1].flatMap((lines) =>
    looks.flatMap(({ size, note }) =>
      WRAPPED.map((share) => shape(size, note, lines, Math.max(LEAST_PIXELS, across * share))).filter(
        (form) => isWithin(form) && (note === undefined || form.note !== null),
      ),
    ),
  )
  // Showing more of a name beats showing it larger.
  const told = ({ lines, note }: LabelForm) => (label.keepsNote && note === null ? 0 : lines.join(' ').length)
  forms.sort((a, b) => told(b) - told(a))
  if (across < LEAST_PIXELS / 2) return forms
  const overCoast = (lines: number) =>
    shape('normal', undefined, lines, Math.max(LEAST_PIXELS, across + SPILL))
  // On an island as small as a word or two, more of a name over the coast says more than a part within it.
  const isCut = across < SMALL && forms[0]?.lines.at(-1)?.endsWith('…')
  const over = (isCut ? [3, 2] : []).map(overCoast)
  const tellsMore = (form: LabelForm) => form.height <= across + SPILL && told(form) > told(forms[0] ?? form)
  return [...over.filter(tellsMore), ...forms, overCoast(1)]
}

function shaped(
  { size, side, lines: most }: Omit<Label, 'side'> & Pick<LabelForm, 'side'>,
  name: string,
  width: number,
  wantedNote: string | undefined,
  measure: Measure,
): LabelForm {
  const lines = wrapText(name, width, most, (one) => measure(one, size))
  const fits = (one: string | undefined) => one && measure(one, 'normal') <= width
  const note = [wantedNote, wantedNote?.split(' · ')[0]].find(fits) ?? null
  const small = note === null ? [] : [note]
  const widest = Math.max(
    ...lines.map((one) => measure(one, size)),
    ...small.map((one) => measure(one, 'normal')),
  )
  const height = lines.length * LABEL_SIZES[size].line + small.length * LABEL_SIZES.normal.line + 2 * PAD.y
  return { size, side, lines, note, width: widest + 2 * PAD.x, height }
}

/** A word with the space behind it. Chinese and Japanese may break after any character. */
const PIECE = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]\p{M}*\s*|[^\s\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]+\s*/gu

/** Text in at most `most` lines no wider than `width`; what does not fit ends in "…". */
function wrapText(text: string, width: number, most: number, measure: (text: string) => number): string[] {
  const pieces = text.replace(/\s+/g, ' ').match(PIECE) ?? []
  const fits = (line: string) => measure(line.trimEnd()) <= width
  const lines: string[] = []
  let line = ''
  for (const [index, piece] of pieces.entries()) {
    if (fits(line + piece)) {
      line += piece
      continue
    }
    if (lines.length + 1 >= most || !line)
      return [...lines, cutTo(line ? line + pieces.slice(index).join('') : piece, width, measure)]
    lines.push(line.trimEnd())
    line = piece
    if (!fits(piece)) return [...lines, cutTo(piece, width, measure)]
  }
  return line || lines.length === 0 ? [...lines, line.trimEnd()] : lines
}

function cutTo(text: string, width: number, measure: (text: string) => number): string {
  const whole = text.trim()
  if (measure(whole) <= width) return whole
  let [low, high] = [0, Math.min(whole.length, 400)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (measure(`${whole.slice(0, middle).trimEnd()}…`) <= width) low = middle
    else high = middle - 1
  }
  return `${whole.slice(0, low).trimEnd()}…`
}
