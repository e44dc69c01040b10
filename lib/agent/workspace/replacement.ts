import { type Refused, refuse } from './outcomes'
import { textProblem } from './rules'
import { inLineEndings, occurrences } from './text-matches'

/** `bytes` = the file's size afterwards, known before the text is built. */
type Replacement = { ok: true; places: number; bytes: number; apply(): string } | Refused

/**
 * What replacing a passage would do: in its only place, or in every place with `all`. `$` has no special
 * meaning.
 */
export function planReplacement(
  path: string,
  text: string,
  find: string,
  replace: string,
  all: boolean,
): Replacement {
  const [old, next] = text.includes(find)
    ? [find, replace]
    : [inLineEndings(text, find), inLineEndings(text, replace)]
  if (!old) return refuse('The text to find is empty. Give the passage to replace.')
  if (old === next) return refuse('find and replace are the same, so nothing would change.')
  const unfit = textProblem(old) ?? textProblem(next)
  if (unfit) return refuse(unfit)
  const places = occurrences(text, old)
  if (places === 0)
    return refuse(`${path} does not hold this text. Read the file and copy the passage exactly.`)
  if (places > 1 && !all)
    return refuse(
      `This text occurs ${places} times in ${path}. Give more of the passage around it, or set all to true.`,
    )
  const bytes = Buffer.byteLength(text) + places * (Buffer.byteLength(next) - Buffer.byteLength(old))
  return { ok: true, places, bytes, apply: () => text.replaceAll(old, () => next) }
}
