import type { ConversationDto } from '@/lib/shared/dto'

const TITLE = 60

/** A conversation's list entry from the moment its message is accepted. Its real title comes later. */
export function startedConversation(id: string, text: string, known?: ConversationDto): ConversationDto {
  const now = new Date().toISOString()
  const line = text.trim().replace(/\s+/g, ' ')
  const title = known?.title || (line.length > TITLE ? `${line.slice(0, TITLE - 1)}…` : line)
  return {
    createdAt: now,
    pinnedAt: null,
    tags: [],
    turns: 0,
    importedFrom: null,
    client: null,
    importedAt: null,
    importedFile: null,
    sample: false,
    ...known,
    id,
    title,
    updatedAt: now,
    running: true,
    // A message brings an archived conversation back to the list.
    archivedAt: null,
  }
}
