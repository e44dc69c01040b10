import { knownEvents, sessionKeys } from '@/lib/db/forget/forgotten-keys'
import { withoutSecrets } from '@/lib/heuristics/redact/redact'
import { pacer } from '@/lib/shared/breath'
import { MnemeError } from '@/lib/shared/errors'
import type { Events } from '@/lib/shared/memory/events'
import { clientOrigin } from '@/lib/shared/memory/outside'
import { claudeCodeLine, codexLine, cursorLine } from '@/lib/transfer/formats/coding-agents'
import type { Fields } from '@/lib/transfer/formats/fields'
import { type Left, type Reading, talkOf } from '@/lib/transfer/formats/talk'
import { type SpokenMessage, turnsOf } from '@/lib/transfer/formats/turns'
import { titleOf } from '@/lib/transfer/formats/write-talk'
import { Refusal } from '@/lib/transfer/refusal'
import { TRIES, type Writer, writeClientTurns } from './client-turns'

const READERS: Record<Events['agent'], (line: Fields, left: Left) => Reading> = {
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
 * Stores what was said in new lines of a coding agent's session, as turns from outside in a conversation of that
 * session. Thoughts and tool calls with their results are left out, as an import leaves them out.
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
    const turns = (await turnsOf(fresh, who.runtime.now())).map((turn) => ({
      ...turn,
      ...(turn.messages[0] ? { key: turn.messages[0].id } : {}),
    }))
    const importKey = sessionPlace(who.client, session)
    if (await writeClientTurns(who, { importKey, title: titleOf({ title: '' }, turns) }, turns)) return counts
  }
  throw new MnemeError('conflict', 'Too much was remembered at the same time.', 'Send it again.')
}

/** The person's words have no speaker of their own; all else is the client's. */
async function saidIn(
  { client, runtime }: Writer,
  agent: Events['agent'],
  lines: ReadonlyMap<string, Fields>,
): Promise<SpokenMessage[]> {
  const read = ([id, line]: [string, Fields], left: Left): Reading => {
    const one = READERS[agent](line, left)
    return one && typeof one !== 'string' ? { ...one, id } : one
  }
  const talk = await talkOf({ format: 'messages' }, [...lines], read).catch((error: unknown) => {
    if (error instanceof Refusal) throw new MnemeError('invalid', error.message)
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
