export type LabelSize = 'large' | 'normal'
/** Pixels: a line's height, and the font's size for measuring. */
export const LABEL_SIZES: Record<LabelSize, { line: number; font: number }> = {
  large: { line: 18, font: 14 },
  normal: { line: 16, font: 12 },
}
/** `gap` = from the node's centre; `width` = available. Both in graph units. */
export type Label = {
  id: string
  text: string
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
