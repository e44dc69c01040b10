import Database from 'better-sqlite3'
import { type Conversation, captioned } from './data'

/** Searches one conversation: a question -> ids of messages, best first. */
export type Search = (question: string, limit: number) => string[]
export type Competitor = { name: string; open(conversation: Conversation): Search }

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The original project's search: how many of the keywords occur in the message. */
const substring: Competitor = {
  name: 'substring',
  open({ turns }) {
    const texts = turns.map((turn) => ({ id: turn.id, text: captioned(turn).toLowerCase() }))
    return (question, limit) => {
      const words = [...new Set(wordsOf(question))].filter((word) => word.length > 2)
      const scored = texts.map(({ id, text }) => ({
        id,
        count: words.filter((word) => text.includes(word)).length,
      }))
      return scored
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count)
        .slice(0, limit)
        .map(({ id }) => id)
    }
  },
}

/** SQLite's own full-text search: porter stemmer, any of the words, bm25 order. */
const fts5: Competitor = {
  name: 'fts5',
  open({ turns }) {
    const db = new Database(':memory:')
    db.exec("CREATE VIRTUAL TABLE said USING fts5(id UNINDEXED, text, tokenize = 'porter unicode61')")
    const insert = db.prepare('INSERT INTO said VALUES (?, ?)')
    for (const turn of turns) insert.run(turn.id, captioned(turn))
    const select = db.prepare('SELECT id FROM said WHERE said MATCH ? ORDER BY rank LIMIT ?').pluck()
    return (question, limit) =>
      select.all(
        wordsOf(question)
          .map((word) => `"${word}"`)
          .join(' OR '),
        limit,
      ) as string[]
  },
}

type MiniSearchClass = new (
  options: object,
) => { addAll(rows: object[]): void; search(text: string): { id: string }[] }
async function miniSearch(): Promise<Competitor | null> {
  const name: string = 'minisearch'
  const found = (await import(name).catch(() => null)) as { default: MiniSearchClass } | null
  return (
    found && {
      name: 'minisearch',
      open({ turns }) {
        const index = new found.default({ fields: ['text'] })
        index.addAll(turns.map((turn) => ({ id: turn.id, text: captioned(turn) })))
        return (question, limit) =>
          index
            .search(question)
            .slice(0, limit)
            .map(({ id }) => id)
      },
    }
  )
}

export async function competitors(say: (line: string) => void): Promise<Competitor[]> {
  const mini = await miniSearch()
  if (!mini) say('The package minisearch is not installed: that competitor is left out.')
  return [substring, fts5, ...(mini ? [mini] : [])]
}
