import { activePaths } from '@/lib/db/active-path'
import { changeOps } from '@/lib/db/changes'
import { type BranchPath, OPEN_END } from '@/lib/db/path'
import { type BulkRow, openBulk } from '@/lib/db/testing-bulk'
import { textPage } from '@/lib/db/turn-texts'
import type { TurnMessage } from '@/lib/shared/messages'
import type { Workplace } from '../workplace'
import { type Conversation, captioned } from './data'

/** A conversation in the database. `messageId` = the data's id of the message at a place of a turn. */
export type Loaded = { data: Conversation; conversationId: string; path: BranchPath; last: number; messageId(turnId: string, part: string, start: number): string }

type Turn = { userText: string; answer: string; at: string; messages: TurnMessage[] }
const BETWEEN = '\n\n'

/** Consecutive messages join a turn: those of the first speaker, then those of the others. */
export function turnsOf({ turns, speakers }: Pick<Conversation, 'turns' | 'speakers'>): Turn[] {
  const made: Turn[] = []
  for (const message of turns) {
    const part = message.speaker === speakers[0] ? 'user' : 'assistant'
    const field = part === 'user' ? 'userText' : 'answer'
    let turn = made.at(-1)
    if (!turn || (part === 'user' && turn.answer)) {
      turn = { userText: '', answer: '', at: message.at, messages: [] }
      made.push(turn)
    }
    if (turn[field]) turn[field] += BETWEEN
    const start = turn[field].length
    turn[field] += captioned(message)
    turn.messages.push({ id: message.id, speaker: message.speaker, at: message.at, part, start, end: turn[field].length })
  }
  return made
}

/** Writes conversations as an import leaves them. */
async function write({ db, url }: Workplace, ownerId: string, conversations: Pick<Conversation, 'id' | 'turns' | 'speakers'>[]) {
  const bulk = await openBulk(url)
  try {
    for (const conversation of conversations) {
      const [conversationId, branchId] = [`conv_${ownerId}_${conversation.id}`, `br_${ownerId}_${conversation.id}`]
      const turnId = (number: number) => `${branchId}_${number}`
      const turns = turnsOf(conversation)
      const dates = { createdAt: new Date(turns[0]?.at ?? 0), updatedAt: new Date(turns.at(-1)?.at ?? 0) }
      await bulk.insert('Conversation', [{ id: conversationId, ownerId, title: conversation.id, origin: 'import', activeLeafId: turnId(turns.length), ...dates }])
      await bulk.insert('Branch', [{ id: branchId, ownerId, conversationId, path: [[branchId, OPEN_END]] }])
      const rows = turns.map(({ at, ...turn }, i): BulkRow => {
        const base = { id: turnId(i + 1), ownerId, conversationId, branchId, number: i + 1, parentId: i ? turnId(i) : null, clientMessageId: turnId(i + 1) }
        return { ...base, status: 'completed', attachments: [], options: {}, ...turn, createdAt: new Date(at) }
      })
      await bulk.insert('Turn', rows)
    }
  } finally {
    await bulk.close()
  }
  await db.$transaction(conversations.flatMap(({ id }) => changeOps(db, ownerId, [{ kind: 'conversation', refId: `conv_${ownerId}_${id}`, op: 'put' }])))
}

/** Puts conversations into an owner's memory. The one place that changes when imports do. */
export async function load(at: Workplace, ownerId: string, conversations: Conversation[]): Promise<Loaded[]> {
  await at.db.user.upsert({ where: { id: ownerId }, create: { id: ownerId, createdAt: new Date() }, update: {} })
  await write(at, ownerId, conversations)
  return found(at, ownerId, conversations)
}

/** Fills an owner's memory with more that nothing is asked about. */
export const fill = (at: Workplace, ownerId: string, conversations: Pick<Conversation, 'id' | 'turns' | 'speakers'>[]) => write(at, ownerId, conversations)

async function found({ db }: Workplace, ownerId: string, conversations: Conversation[]): Promise<Loaded[]> {
  const ids = new Map<string, string>()
  const place = (turnId: string, part: string, start: number) => `${turnId} ${part} ${start}`
  for (let last: { createdAt: Date; id: string } | null = null; ; ) {
    const page: Awaited<ReturnType<typeof textPage>> = await textPage(db, ownerId, last, 1_000)
    for (const turn of page) for (const message of turn.messages ?? []) ids.set(place(turn.id, message.part, message.start), message.id)
    last = page.at(-1) ?? null
    if (page.length < 1_000) break
  }
  const conversationId = (id: string) => `conv_${ownerId}_${id}`
  const paths = await activePaths(
    db,
    ownerId,
    conversations.map(({ id }) => conversationId(id)),
  )
  return conversations.map((data) => {
    const there = paths.get(conversationId(data.id))
    if (!there) throw new Error(`${data.id} is not in memory`)
    const messageId = (turnId: string, part: string, start: number) => ids.get(place(turnId, part, start)) ?? ''
    return { data, conversationId: conversationId(data.id), path: there.path, last: there.leaf.number, messageId }
  })
}
