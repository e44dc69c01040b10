import type { Db } from '@/lib/db/engine/client'
import { type FilePlace, filePlaces } from '@/lib/db/files/file-texts'
import type { SearchableStrategy } from '@/lib/db/learning/strategies'
import type { SummaryRow } from '@/lib/db/memory/summaries'
import { limits } from '@/lib/shared/limits'

export const summaryTextOf = ({ text, insights }: Pick<SummaryRow, 'text' | 'insights'>) =>
  [text, ...insights].join('\n')

export const strategyTextOf = ({
  title,
  description,
  content,
  tags,
}: Pick<SearchableStrategy, 'title' | 'description' | 'content' | 'tags'>) =>
  [title, description, content, tags.join(', ')].filter(Boolean).join(' · ')

/** Includes the file's name. Only the beginning of a very long file is searchable. */
export const fileTextOf = ({ path }: Pick<FilePlace, 'path'>, text: string) =>
  `${path}\n${text.slice(0, limits.recall.scanChars)}`

/** One entry per file of a conversation, whatever its version: `CONVERSATION:PATH`. */
export const fileEntryId = ({ conversationId, path }: Pick<FilePlace, 'conversationId' | 'path'>) =>
  `${conversationId}:${path}`

export async function placesOfEntries(db: Db, ownerId: string, ids: readonly string[]): Promise<FilePlace[]> {
  const wanted = new Set(ids)
  const conversations = new Set(ids.map((id) => id.slice(0, id.indexOf(':'))))
  const places = await filePlaces(db, ownerId, [...conversations])
  return places.filter((place) => wanted.has(fileEntryId(place)))
}
