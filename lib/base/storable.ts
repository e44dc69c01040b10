/** Text as PostgreSQL and providers take it: NUL and half characters become the replacement character. */
export const storableText = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed()

/** The same for any JSON value, names of fields included. */
export const storableJson = (value: unknown): unknown => {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storableJson)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [storableText(key), storableJson(inner)]),
    )
  return value ?? null
}

const endsInHalf = (text: string) => /[\ud800-\udbff]$/.test(text)
/** For text that comes in pieces: a character cut in two waits for its other half. */
export class StorableStream {
  private half = ''

  next(piece: string): string {
    const text = this.half + piece
    this.half = endsInHalf(text) ? text.slice(-1) : ''
    return storableText(this.half ? text.slice(0, -1) : text)
  }
}
