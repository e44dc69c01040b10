import { knownEvents, sessionKeys } from '@/lib/db/forget/forgotten-keys'
import { clientPlace } from '@/lib/db/turns/client-turns'
import { withoutSecrets } from '@/lib/heuristics/redact/redact'
import { countTokens } from '@/lib/model/tokens'
import { pacer } from '@/lib/shared/breath'
import type { OutsideCaller } from '@/lib/shared/door'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Events } from '@/lib/shared/memory/events'
import { clientOrigin } from '@/lib/shared/memory/outside'
import { writeStaged } from '@/lib/transfer/bundle/row-writer'
import { claudeCodeLine, codexLine, cursorLine } from '@/lib/transfer/formats/coding-agents'
import type { Fields } from '@/lib/transfer/formats/fields'
import { type Left, type ReadRecord, talkOf } from '@/lib/transfer/formats/talk'
import { type JoinedTurn, joinedTurns, type SpokenMessage } from '@/lib/transfer/formats/turns'
import { appendTurns, talkTitle } from '@/lib/transfer/formats/write-talk'
import { type WriteDeps, writeTurns } from '@/lib/transfer/formats/write-turns'
import { ImportRefusal } from '@/lib/transfer/refusal'
import type { Caller } from '../caller'

/** How often turns are placed again because another writer was faster. */
export const TRIES = 20

export type Writer = Caller & Pick<OutsideCaller, 'client'>

const writeDeps = ({ db, ownerId, runtime }: Writer, importedAt: Date): WriteDeps => ({
  ...{ db, ownerId, runtime, countTokens, signal: undefined, importedAt, file: null },
  ...{ rollUpEvery: limits.summary.rollUpEvery, met: new Map(), onTurns: () => {} },
})

/** A new conversation of a client with what was said in it. @returns false if another writer was faster. */
export function writeConversation(
  who: Writer,
  { id, title, importKey }: { id: string; title: string; importKey: string },
  turns: readonly JoinedTurn[],
): Promise<boolean> {
  const now = who.runtime.now()
  const deps = writeDeps(who, now)
  const about = { id, title, origin: clientOrigin(who.client), pinnedAt: null, archivedAt: null, tags: [] }
  const dates = { importedAt: null, importedFile: null, createdAt: now, updatedAt: now }
  return writeStaged(deps, { ...about, ...dates }, importKey, (writer) => writeTurns(deps, writer, id, turns))
}

/** Stores turns behind the end of a client's conversation, which may be new. False = another was faster. */
export async function writeClientTurns(
  who: Writer,
  { importKey, title }: { importKey: string; title: string },
  turns: readonly JoinedTurn[],
): Promise<boolean> {
  const { db, ownerId, runtime } = who
  const place = await clientPlace(db, ownerId, importKey)
  const now = runtime.now()
  if (place) {
    // What is from earlier stays so, whatever was said after it.
    const begin = turns[0]?.at ?? now
    const isEarlier = begin < place.last.createdAt
    const createdAt = isEarlier ? new Date(begin.getTime() - 1) : place.last.createdAt
    const end = { id: place.id, last: { ...place.last, createdAt } }
    return appendTurns(writeDeps(who, now), end, importKey, turns, now)
  }
  return writeConversation(who, { id: runtime.id('conv'), title, importKey }, turns)
}

const READERS: Record<Events['agent'], (line: Fields, left: Left) => ReadRecord> = {
  'claude-code': claudeCodeLine,
  codex: codexLine,
  cursor: cursorLine,
}

/** The import key of a session's conversation. */
export const sessionPlace = (client: string, session: string) =>
  `${clientOrigin(client)}\n${sessionKeys(clientOrigin(client), session).begin}`

/** Messages that were stored, and those that were here already or have been forgotten. */
export type StoredEvents = { added: number; known: number }

/**
 * Stores the messages in new lines of a coding agent's session. Each session is a conversation whose turns count as
 * from outside. Thoughts, tool calls and their results are left out, as in an import.
 * @throws MnemeError invalid, conflict
 */
export async function storeEvents(who: Writer, { agent, session, events }: Events): Promise<StoredEvents> {
  const origin = clientOrigin(who.client)
  const keys = sessionKeys(origin, session)
  const said = await saidIn(who, agent, new Map(events.map(({ key, line }) => [keys.of(key), line])))
  const ids = said.map(({ id }) => id)
  for (let left = TRIES; left > 0; left--) {
    const known = await knownEvents(who.db, who.ownerId, origin, keys.begin, ids)
    const fresh = said.filter(({ id }) => !known.has(id))
    const counts = { added: fresh.length, known: said.length - fresh.length }
    if (fresh.length === 0) return counts
    const turns = (await joinedTurns(fresh, who.runtime.now())).map((turn) => ({
      ...turn,
      ...(turn.messages[0] ? { key: turn.messages[0].id } : {}),
    }))
    const importKey = sessionPlace(who.client, session)
    if (await writeClientTurns(who, { importKey, title: talkTitle({ title: '' }, turns) }, turns))
      return counts
  }
  throw new MnemeError('conflict', 'Too much was remembered at the same time.', 'Send it again.')
}

/** The person's words have no speaker of their own; all else is the client's. */
async function saidIn(
  { client, runtime }: Writer,
  agent: Events['agent'],
  lines: ReadonlyMap<string, Fields>,
): Promise<SpokenMessage[]> {
  const read = ([id, line]: [string, Fields], left: Left): ReadRecord => {
    const one = READERS[agent](line, left)
    return one && typeof one !== 'string' ? { ...one, id } : one
  }
  const talk = await talkOf({ format: 'messages' }, [...lines], read).catch((error: unknown) => {
    if (error instanceof ImportRefusal) throw new MnemeError('invalid', error.message)
    throw error instanceof RangeError ? new MnemeError('invalid', 'A line is nested too deeply.') : error
  })
  const now = runtime.now()
  const pace = pacer()
  const said: SpokenMessage[] = []
  for (const one of talk.said) {
    await pace()
    const at = one.at && one.at > now ? now : one.at
    said.push({ ...one, at, speaker: one.part === 'user' ? 'user' : client, text: withoutSecrets(one.text) })
  }
  return said
}
