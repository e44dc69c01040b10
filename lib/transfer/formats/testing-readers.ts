import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { TestDb } from '@/lib/db/testing'
import type { ImportReport } from '@/lib/shared/transfer/transfer'
import type { TurnMessage } from '@/lib/shared/turn/messages'

const FOLDER = path.join(import.meta.dirname, 'fixtures')
export const FIXTURES = readdirSync(FOLDER)
export const fixture = (name: string) => readFileSync(path.join(FOLDER, name))

/** What an import stored: each conversation, then who said what in which turn, and when. */
export async function storedLines({ db, ownerId }: TestDb): Promise<string[]> {
  const orderBy = [{ createdAt: 'asc' as const }, { title: 'asc' as const }]
  const lines: string[] = []
  for (const { id, title } of await db.conversation.findMany({ where: { ownerId }, orderBy })) {
    lines.push(`# ${title}`)
    const turns = await db.turn.findMany({ where: { conversationId: id }, orderBy: { number: 'asc' } })
    for (const turn of turns)
      for (const { speaker, part, at, start, end } of (turn.messages ?? []) as TurnMessage[]) {
        const text = (part === 'user' ? turn.userText : turn.answer).slice(start, end)
        const who = speaker === part ? part : `${speaker} (${part})`
        lines.push(`${turn.number} ${at.slice(0, 19)} ${who}: ${text}`)
      }
  }
  return lines
}

/** The same with the format, and what was left out or refused. */
export const told = async (test: TestDb, { format, conversations, error }: ImportReport) => [
  format ?? 'no format',
  ...conversations.flatMap(({ title, status, reason }) => (reason ? [`${status}: ${title}: ${reason}`] : [])),
  ...(error ? [error.message] : []),
  ...(await storedLines(test)),
]
