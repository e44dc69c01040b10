import type { TextSource } from '@/lib/shared/text-source'
import type { PromptItem } from './fence'

/** An item of a prompt, without empty attributes. Imported text is marked `source=import`. */
export function itemOf(
  attributes: Record<string, string | number | null | undefined>,
  text: string,
  source?: TextSource,
): PromptItem {
  const given: Record<string, string> = {}
  for (const [key, value] of Object.entries(attributes)) if (value != null) given[key] = String(value)
  if (source === 'import') given.source = source
  return { attributes: given, text }
}
