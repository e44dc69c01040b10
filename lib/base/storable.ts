/** Text that PostgreSQL and providers accept: NUL and lone surrogates become the replacement character. */
export const storableText = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed()

/** The same for any JSON value, including its keys. */
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
/** For streamed text: a split surrogate pair waits for its other half. */
export class StorableStream {
  private half = ''

  next(piece: string): string {
    const text = this.half + piece
    this.half = endsInHalf(text) ? text.slice(-1) : ''
    return storableText(this.half ? text.slice(0, -1) : text)
  }
}
