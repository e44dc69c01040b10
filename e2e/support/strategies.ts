import { openToWrite } from './ledger-file'

/** Numbers that Mneme does not reach by itself. */
const numberOf = () => 10_000 + Math.floor(Math.random() * 89_999)

/**
 * Stores a strategy for one conversation alone, so that no other test has it in its prompts. @returns its
 * slug.
 */
export function storeStrategy(port: number, conversationId: string, title: string, content: string): string {
  const db = openToWrite(port)
  const slug = `mis-${numberOf()}`
  const at = new Date().toISOString().replace('Z', '+00:00')
  try {
    const conversation = db.prepare('SELECT "ownerId" FROM "Conversation" WHERE "id" = ?').get(conversationId)
    const { ownerId } = conversation as { ownerId: string }
    const id = `strategy_${crypto.randomUUID()}`
    const row = {
      ...{ id, ownerId, slug, section: 'mis', kind: 'guardrail', title, description: '', content },
      ...{ contentHash: id, query: '', tags: '[]', domain: '', conversationId, outcome: 'success' },
      ...{ prior: 0.75, status: 'active', createdAt: at, updatedAt: at },
    }
    const names = Object.keys(row)
    db.transaction(() => {
      db.prepare(
        `INSERT INTO "Strategy" (${names.map((name) => `"${name}"`).join()}) VALUES (${names.map(() => '?').join()})`,
      ).run(Object.values(row))
      db.prepare('UPDATE "User" SET "memoryRev" = "memoryRev" + 1 WHERE "id" = ?').run(ownerId)
      db.prepare(
        `INSERT INTO "Change" ("ownerId", "rev", "kind", "refId", "op") SELECT "id", "memoryRev", 'strategy', ?, 'put' FROM "User" WHERE "id" = ?`,
      ).run(id, ownerId)
    })()
  } finally {
    db.close()
  }
  return slug
}
