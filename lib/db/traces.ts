import type { Db } from './client'

const HEADER = /^--- (?:.* )?conversation=([^ ]+)/
const FORGOTTEN = '| (forgotten)'

/** A prompt's text in which excerpts that name one of these conversations as their source say that they are forgotten. Prompts quote line by line, so an excerpt ends where no `| ` follows. */
export function withoutExcerpts(text: string, conversationIds: Set<string>): string {
  let hidden = false
  let said = false
  return text
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('| ') && hidden) {
        if (said) return []
        said = true
        return FORGOTTEN
      }
      const source = HEADER.exec(line)?.[1]
      hidden = source !== undefined && conversationIds.has(decodeURIComponent(source))
      said = false
      return line
    })
    .join('\n')
}

/** Plain text, or JSON with such texts in it (tool calls and results of a step). */
function scrubbed(text: string, conversationIds: Set<string>): string {
  const plain = withoutExcerpts(text, conversationIds)
  if (plain !== text || !/^[[{]/.test(text)) return plain
  try {
    return JSON.stringify(JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? withoutExcerpts(value, conversationIds) : value)))
  } catch {
    return text
  }
}

/** Takes what other conversations' prompts and tool results quoted of these conversations out of the stored texts and logs. Their texts keep their hash as a name. */
export async function scrubTraces(db: Db, ownerId: string, conversationIds: string[]): Promise<void> {
  const gone = new Set(conversationIds)
  for (const id of conversationIds) {
    const name = `conversation=${encodeURIComponent(id)}`
    for (const blob of await db.blob.findMany({ where: { ownerId, text: { contains: name } }, select: { hash: true, text: true } })) {
      const text = scrubbed(blob.text, gone)
      if (text !== blob.text)
        await db.blob.update({ where: { ownerId_hash: { ownerId, hash: blob.hash } }, data: { text, bytes: Buffer.byteLength(text) }, select: { hash: true } })
    }
    const told = await db.$queryRaw<{ turnId: string; attempt: number | bigint; seq: number | bigint }[]>`
      SELECT e."turnId", e."attempt", e."seq" FROM "Event" e JOIN "Turn" t ON t."id" = e."turnId"
      WHERE t."ownerId" = ${ownerId} AND e."type" IN ('recall', 'tool') AND CAST(e."data" AS TEXT) LIKE ${`%${id}%`}`
    // A settled turn is shown from its rows, so its log may have holes.
    for (const { turnId, attempt, seq } of told)
      await db.event.deleteMany({ where: { turnId, attempt: Number(attempt), seq: Number(seq), turn: { status: { notIn: ['running', 'queued'] } } } })
  }
}
