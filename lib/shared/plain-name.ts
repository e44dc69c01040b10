/** Invisible, such as marks that reverse the direction of text; joiners within a word are not. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu

/** A title or name as one line of visible characters. */
export const plainName = (name: string) =>
  name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(INVISIBLE, '')
    .trim()
