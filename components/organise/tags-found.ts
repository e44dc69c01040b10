import { type TagDto, tagKey } from '@/lib/shared/tags'

const FOUND = 5

/** The tags with a word that begins like what was typed, the most used first. */
export function tagsFound(tags: readonly TagDto[], typed: string): TagDto[] {
  const sought = tagKey(typed.trim().replace(/\s+/g, ' '))
  if (!sought) return []
  return tags
    .filter(({ name }) => ` ${tagKey(name)}`.includes(` ${sought}`))
    .sort((a, b) => b.all - a.all)
    .slice(0, FOUND)
}
