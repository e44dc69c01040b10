import type { z } from 'zod'

/** One conversation cannot be imported; `message` is the reason, a sentence. The import continues. */
export class ImportRefusal extends Error {}

/** The file cannot be read further. */
export class FileError extends Error {
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message)
  }
}

/** The file is of no kind that is read; in an archive it is passed over. */
export class OtherFile extends FileError {}

/** @throws Refusal that names the first invalid field. */
export function shaped<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const place = (parsed.error.issues[0]?.path ?? []).map(String).join('.').slice(0, 80)
  throw new ImportRefusal(`It is not ${what}${place ? `: the field ${place} is wrong` : ''}.`)
}
