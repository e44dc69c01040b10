import type { z } from 'zod'

/** Reads JSON lines from a growing text. Incomplete lines wait; invalid values are skipped. */
export class LineReader<T> {
  private read = 0

  constructor(private readonly schema: z.ZodType<T>) {}

  /** `text` = everything so far. The last line counts once it has ended. */
  next(text: string): T[] {
    const end = text.lastIndexOf('\n') + 1
    const lines = text.slice(this.read, end).split('\n')
    this.read = Math.max(this.read, end)
    return lines.flatMap((line) => {
      const parsed = this.schema.safeParse(jsonOf(line))
      return parsed.success ? [parsed.data] : []
    })
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
