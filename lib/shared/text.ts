import { z } from 'zod'
import { storableText, UNSTORABLE, visibleText } from '@/lib/shared/storable'
import { capitalised } from './capitalised'

export const upTo = (max: number, text: z.ZodString) =>
  // The number is formatted only if the message is needed: the first one on a page takes 20 ms.
  text.max(max, {
    error: () =>
      `This is longer than the limit of ${max.toLocaleString('en')} characters. Shorten it, or attach it as a file.`,
  })

/** `baseUrl` in the field's own words; "This text" where a field has no name. */
function fieldOf(path: readonly PropertyKey[] = []): string {
  const field = path.findLast((part) => typeof part === 'string')
  return field ? capitalised(field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)) : 'This text'
}

/**
 * What a person types, without what nobody can see. `what` names it in the refusal of NUL and half
 * characters; otherwise its field does.
 */
export const textSchema = (max: number, what?: string) =>
  upTo(max, z.string().overwrite(visibleText)).refine((text) => !UNSTORABLE.test(text), {
    error: ({ path }) =>
      `${what ?? fieldOf(path)} contains characters that cannot be stored, such as NUL. Remove them and try again.`,
  })

/** What a file, an import or a model says: repaired rather than refused. */
export const foreignText = (max: number) => upTo(max, z.string().overwrite(storableText))

/** The first problem that was found, as a sentence. */
export function problemIn({ issues: [issue] }: z.ZodError): string {
  const inner = issue?.code === 'invalid_key' ? issue.issues[0] : issue
  return inner?.message ?? 'This is not valid.'
}

/** The kind of UTF-16 that a text begins with the mark of. No UTF-8 has these bytes. */
export function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && (second ?? 0xfe) === 0xfe) return 'utf-16le'
  return first === 0xfe && (second ?? 0xff) === 0xff ? 'utf-16be' : null
}
