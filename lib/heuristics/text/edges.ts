/** How much of a text the rules read. They take time, and a longer message is mostly pasted text. */
const [BEGINNING, END] = [3_000, 1_000]
export const LOOKED_AT = BEGINNING + END
export const READ_CHARS = 10_000
/** How far from there the cut may move to fall between two words. */
const NEAR = 200

/** As much of a text as the rules read: above `most` characters its beginning and its end. */
export function edgesOf(text: string, most = LOOKED_AT, between = '\n'): string {
  if (text.length <= most) return text
  const share = Math.ceil((most * BEGINNING) / LOOKED_AT)
  const head = text.slice(0, share)
  const tail = text.slice(1 + share - most)
  const before = head.slice(-NEAR).search(/\s\S*$/)
  const after = tail.slice(0, NEAR).search(/\s/)
  return `${before < 0 ? head : head.slice(0, before - NEAR)}${between}${after < 0 ? tail : tail.slice(after)}`.toWellFormed()
}

/** Texts cut to their edges, at most `most` characters together: short ones stay whole, long ones share. */
export function edgesOfAll(texts: readonly string[], most: number): string[] {
  let [left, share] = [most, most]
  for (const [at, length] of texts
    .map((text) => text.length)
    .sort((a, b) => a - b)
    .entries()) {
    share = Math.floor(left / (texts.length - at))
    if (length > share) break
    left -= length
    share = most
  }
  return texts.map((text) => edgesOf(text, share))
}
