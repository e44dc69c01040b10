import { sha256 } from '@/lib/db/blobs'
import { dropStaging, findImported, importedBefore, openStaging, publishStaging } from '@/lib/db/imports'
import { limits } from '@/lib/shared/limits'
import { storableText } from '@/lib/shared/storable'
import { answererOf, type ImportedConversation, importOrigin } from '@/lib/shared/transfer'
import { appendTalk, laterHere } from './append-talk'
import { Refusal } from './refusal'
import { RowWriter, stagingSink } from './row-writer'
import type { Talk } from './talk'
import { type JoinedTurn, turnsOf } from './turns'
import { type WriteDeps, writeTurns } from './write-turns'

const TITLE_CHARS = 60
const SOURCE_CHARS = 80

export const sourceKey = (sourceId: string) => (sourceId.length <= SOURCE_CHARS ? storableText(sourceId) : sha256(sourceId))

function titleOf({ title }: Talk, turns: readonly JoinedTurn[]): string {
  const given = storableText(title).replace(/\s+/g, ' ').trim()
  const text = given || (turns.map((turn) => turn.userText || turn.answer)[0] ?? '').slice(0, 400).replace(/\s+/g, ' ').trim()
  const most = given ? limits.conversation.titleMaxChars : TITLE_CHARS
  return (text.length > most ? storableText(`${text.slice(0, most - 1)}…`) : text) || 'Imported conversation'
}

function checked({ said }: Talk): void {
  if (said.length === 0) throw new Refusal('It holds no message with text.')
  if (said.length > limits.transfer.messages) throw new Refusal(`It holds over ${limits.transfer.messages.toLocaleString('en')} messages.`)
  const ids = new Set<string>()
  for (const { id } of said) {
    if (ids.has(id)) throw new Refusal(`Two of its messages have the id ${id.slice(0, 40)}.`)
    ids.add(id)
  }
}

/** Whichever a file does not name is known by how it begins, so that it is the same conversation when it comes again with more messages. */
const sourceOf = (talk: Talk) => talk.sourceId || `begins-${sha256(JSON.stringify([talk.said[0]?.speaker, talk.said[0]?.text, talk.said[0]?.at ?? talk.at])).slice(0, 24)}`

/**
 * Stores a conversation from elsewhere, whole or not at all: its turns with contexts, deterministic summaries and roll-ups, marked as imported. The same conversation again adds nothing;
 * nor does an earlier state of it; when it has grown since, the new turns join it (see `appendTalk`); any other version of it becomes a second conversation whose title says so. @throws Refusal
 */
export async function writeTalk(of: WriteDeps, talk: Talk): Promise<ImportedConversation> {
  const deps = { ...of, answerer: answererOf(talk.format) }
  const { db, ownerId, runtime } = deps
  checked(talk)
  const now = runtime.now()
  const sourceId = sourceOf(talk)
  const turns = turnsOf(talk.said, talk.said.find((message) => message.at)?.at ?? talk.at ?? now)
  const dated = talk.at !== null || talk.said.some((message) => message.at !== null)
  const title = titleOf(talk, turns)
  const prefix = `${talk.format}:${sourceKey(sourceId)}:`
  const content = dated ? turns : turns.map((turn) => ({ ...turn, at: null, messages: turn.messages.map(({ at: _, ...message }) => message) }))
  const importKey = `${prefix}${sha256(JSON.stringify([talk.title, content]))}`
  const about = { sourceId, title, messages: talk.said.length, turns: turns.length, ...(talk.notes.length ? { reason: talk.notes.join(' ') } : {}) }
  const same = await findImported(db, ownerId, importKey)
  if (same) return { ...about, id: same.id, title: same.title, status: 'unchanged' }

  const before = await importedBefore(db, ownerId, prefix)
  const later = await laterHere(deps, before, turns)
  if (later) return { ...about, ...later, status: 'unchanged' }
  const grown = await appendTalk(deps, { before, importKey, turns })
  if (grown) return { ...about, ...grown, status: grown.turns ? 'added' : 'unchanged' }

  const id = runtime.id('conv')
  const came = { importedAt: deps.importedAt, importedFile: deps.file }
  const dates = { createdAt: turns[0]?.at ?? now, updatedAt: latest(turns) ?? now }
  const shownTitle = before.length ? `${title.slice(0, limits.conversation.titleMaxChars - NEWER.length)}${NEWER}` : title
  const staging = await openStaging(db, ownerId, runtime.id('trash'), { id, title: shownTitle, origin: importOrigin(talk.format), pinnedAt: null, ...came, ...dates }, now)
  try {
    const activeLeafId = await writeTurns(deps, new RowWriter(stagingSink(db, staging), runtime, deps.signal), id, turns)
    if (await publishStaging(db, staging, { importKey, activeLeafId }, runtime.now())) return { ...about, id, title: shownTitle, status: 'added' }
  } catch (error) {
    await dropStaging(db, staging, runtime.now()).catch(() => {})
    throw error
  }
  await dropStaging(db, staging, runtime.now())
  return { ...about, id: (await findImported(db, ownerId, importKey))?.id ?? null, status: 'unchanged' }
}
const NEWER = ' (another version)'
const latest = (turns: readonly JoinedTurn[]) => turns.map((turn) => turn.at).reduce<Date | null>((last, at) => (last && last > at ? last : at), null)
