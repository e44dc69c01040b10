import { limits } from '@/lib/shared/limits'
import { storableText } from '@/lib/shared/storable'

/** The last part of a path without unsafe characters; null if nothing is left. */
export function fileName(given: string | null | undefined): string | null {
  const name =
    storableText(given ?? '')
      .replace(/\p{Cc}/gu, '')
      .split(/[/\\]/)
      .at(-1)
      ?.trim() ?? ''
  return name.slice(0, limits.transfer.fileChars) || null
}
