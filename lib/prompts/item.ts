import type { TextSource } from '@/lib/base/text-source'
import type { PromptItem } from './fence'

/** An item of a prompt, without empty attributes. Imported text is marked `source=import`. */
export function itemOf(
  attributes: Record<string, string | number | null | undefined>,
  text: string,
  source?: TextSource,
): PromptItem {
  const given = { ...attributes, source: source === 'import' ? source : undefined }
  return {
    attributes: Object.fromEntries(
      Object.entries(given).flatMap(([key, value]) =>
        value === undefined || value === null ? [] : [[key, String(value)]],
      ),
    ),
    text,
  }
}
