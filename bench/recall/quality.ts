import Database from 'better-sqlite3'
import { lexicalIndex } from '@/lib/memory/index/memory-index'
import { recall } from '@/lib/memory/recall/recall'
import { countTokens } from '@/lib/model/tokens'
import type { Workplace } from '../workplace'
import { type Conversation, captioned, counts } from './data'
import type { Loaded } from './load'
import { type Asked, score } from './metrics'

/** Searches one conversation: a question -> ids of messages, best first. */
type Search = (question: string, limit: number) => string[]
type Competitor = { name: string; open(conversation: Conversation): Search }

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

const K = 20
const sessionsOf = ({ data }: Loaded) => new Map(data.turns.map((turn) => [turn.id, turn.session]))

/** Asks every question of every conversation; `rank` returns message ids, best first. */
async function askAll(
  loaded: readonly Loaded[],
  rank: (one: Loaded) => (question: string) => Promise<string[]> | string[],
): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const [conversation, one] of loaded.entries()) {
    const sessions = sessionsOf(one)
    const search = rank(one)
    for (const question of one.data.questions) {
      if (question.evidence.length === 0) continue
      const start = performance.now()
      const ranked = await search(question.question)
      asked.push({ conversation, ms: performance.now() - start, ...score(ranked, question, sessions) })
    }
  }
  return asked
}

/** Our engine on the database, within the conversation or over all of the owner's conversations. */
export const askMneme = (
  { db }: Workplace,
  ownerId: string,
  loaded: readonly Loaded[],
  scope: 'conversation' | 'owner' = 'conversation',
) =>
  askAll(loaded, (one) => async (text) => {
    const { conversationId, path, last } = one
    const hits = await lexicalIndex.search(db, ownerId, {
      text,
      conversationId,
      path,
      before: last + 1,
      scope,
      limit: K,
      of: 'messages',
    })
    return hits.map((hit) =>
      hit.conversationId === conversationId ? one.messageId(hit.turnId, hit.part, hit.start) : 'elsewhere',
    )
  })

export const askCompetitor = (competitor: Competitor, loaded: readonly Loaded[]) =>
  askAll(loaded, ({ data }) => {
    const search = competitor.open(data)
    return (question) => search(question, K)
  })

/** The first letters and digits of a text, to recognise it in an excerpt. */
const head = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 60)

/**
 * Share of the evidence whose text is in the passages that one recall adds to a prompt, within a token
 * budget.
 */
export async function askWithin(
  { db }: Workplace,
  ownerId: string,
  loaded: readonly Loaded[],
  budgetTokens: number,
): Promise<{ recall: number; most: number; mean: number }> {
  let [sum, n, most, all] = [0, 0, 0, 0]
  for (const { data, conversationId, path, last } of loaded) {
    const texts = new Map(data.turns.map((turn) => [turn.id, captioned(turn)]))
    for (const { question, evidence, category } of data.questions) {
      if (!counts(category) || evidence.length === 0) continue
      const request = { keywords: [question.slice(0, 200)] }
      const { passages } = await recall(db, ownerId, {
        conversationId,
        path,
        before: last + 1,
        now: new Date(),
        request,
        limit: 10,
        scope: 'conversation',
        budgetTokens,
        countTokens,
      })
      const said = passages
        .map((passage) => passage.text)
        .join('\n')
        .replace(/\s+/g, ' ')
      const used = passages.reduce((tokens, passage) => tokens + countTokens(passage.text), 0)
      most = Math.max(most, used)
      all += used
      const wanted = [...new Set(evidence)]
      sum += wanted.filter((id) => said.includes(head(texts.get(id) ?? '\u0000'))).length / wanted.length
      n += 1
    }
  }
  return { recall: sum / n, most, mean: all / n }
}
