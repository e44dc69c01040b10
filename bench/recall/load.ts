import { activePaths } from '@/lib/db/turns/active-path'
import type { BranchPath } from '@/lib/db/turns/path'
import { textPage } from '@/lib/db/turns/turn-texts'
import { countTokens } from '@/lib/model/tokens'
import { inMemory } from '@/lib/transfer/archive/testing-zip'
import { importFile } from '@/lib/transfer/import'
import type { Workplace } from '../workplace'
import type { Conversation } from './data'

/** A stored conversation. `messageId` = the data's id of the message at a position of a turn. */
export type Loaded = {
  data: Conversation
  conversationId: string
  path: BranchPath
  last: number
  /** The id of its last turn. */
  leaf: string
  messageId(turnId: string, part: string, start: number): string
}

/** Imports conversations from a file, like a user would. @returns ids by the data's ids. */
async function add(
  { db, runtime }: Workplace,
  ownerId: string,
  conversations: Pick<Conversation, 'id' | 'turns' | 'speakers'>[],
): Promise<Map<string, string>> {
  await db.user.upsert({ where: { id: ownerId }, create: { id: ownerId, createdAt: new Date() }, update: {} })
  const pieces = conversations.map((one, i) => Buffer.from(`${i ? ',' : '['}${JSON.stringify(one)}`))
  const file = inMemory(Buffer.concat([...pieces, Buffer.from(']')]))
  const report = await importFile(db, ownerId, file, { runtime, countTokens })
  const wrong = report.error?.message ?? report.conversations.find((one) => one.status === 'refused')?.reason
  if (wrong) throw new Error(`the data could not be imported: ${wrong}`)
  return new Map(report.conversations.flatMap((one) => (one.id ? [[one.sourceId, one.id]] : [])))
}

/** Stores conversations in an owner's memory. */
export async function load(at: Workplace, ownerId: string, conversations: Conversation[]): Promise<Loaded[]> {
  return found(at, ownerId, conversations, await add(at, ownerId, conversations))
}

/** Adds unrelated conversations to an owner's memory. */
export const fill = (
  at: Workplace,
  ownerId: string,
  conversations: Pick<Conversation, 'id' | 'turns' | 'speakers'>[],
) => add(at, ownerId, conversations)

async function found(
  { db }: Workplace,
  ownerId: string,
  conversations: Conversation[],
  imported: Map<string, string>,
): Promise<Loaded[]> {
  const ids = new Map<string, string>()
  const place = (turnId: string, part: string, start: number) => `${turnId} ${part} ${start}`
  for (let last: { createdAt: Date; id: string } | null = null; ; ) {
    const page: Awaited<ReturnType<typeof textPage>> = await textPage(db, ownerId, last, 1_000)
    for (const turn of page)
      for (const message of turn.messages ?? [])
        ids.set(place(turn.id, message.part, message.start), message.id)
    last = page.at(-1) ?? null
    if (page.length < 1_000) break
  }
  const conversationId = (id: string) => imported.get(id) ?? ''
  const paths = await activePaths(
    db,
    ownerId,
    conversations.map(({ id }) => conversationId(id)),
  )
  return conversations.map((data) => {
    const there = paths.get(conversationId(data.id))
    if (!there) throw new Error(`${data.id} is not in memory`)
    const messageId = (turnId: string, part: string, start: number) =>
      ids.get(place(turnId, part, start)) ?? ''
    return {
      data,
      conversationId: conversationId(data.id),
      path: there.path,
      last: there.leaf.number,
      leaf: there.leaf.id,
      messageId,
    }
  })
}
