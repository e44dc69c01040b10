export type LabelSize = 'large' | 'normal'
/** Pixels: a line's height, and the font's size for measuring. */
export const LABEL_SIZES: Record<LabelSize, { line: number; font: number }> = {
  large: { line: 18, font: 14 },
  normal: { line: 16, font: 12 },
}
/**
 * What a label says, and where. `gap` and `width` are in graph units: the distance from the node's centre,
 * and the width available.
 */
export type Label = {
  id: string
  text: string
  /** A quieter last line, dropped first where there is no room. */
  note?: string
  /** Lines of the name are dropped before it. */
  keepsNote?: true
  x: number
  y: number
  /** `inside` = within the coast of an island. */
  side: 'middle' | 'below' | 'right' | 'above' | 'inside'
  gap: number
  /** Whether it stands in a card. */
  inCard?: true
  /** Where else it may be if there is no room at `side`. */
  or?: readonly ('above' | 'below' | 'right')[]
  /** 0 = as wide as it needs, up to `most` pixels. */
  width: number
  most: number
  /** Graph units that it may be high; without it as high as it needs. */
  height?: number
  lines: number
  size: LabelSize
  /** More important labels hide less important ones. */
  weight: number
}

export type Measure = (text: string, size: LabelSize) => number
