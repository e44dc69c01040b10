import { z } from 'zod'
import { dateOf } from './dates'
import { joined, traceOf } from './parts'
import { type Fields, field, type Heard, isFields, shaped, talkOf } from './talk'

const recordSchema = z.object({
  title: z.string(),
  time: field.any,
  safeHtmlItem: z.array(z.object({ html: z.string() })).nullish(),
  subtitles: z.array(z.object({ name: field.text })).nullish(),
})

/** Whether this is an entry of "My Activity" that belongs to Gemini. */
export const isGeminiRecord = (value: unknown): value is Fields =>
  isFields(value) &&
  typeof value.title === 'string' &&
  'time' in value &&
  /\b(?:gemini|bard)\b/i.test(`${value.header} ${Array.isArray(value.products) ? value.products : ''}`)

const ASKED = /^(?:Prompted(?: with:)?|Asked(?: Gemini:| Bard:)?|Said|Branched|Answered)\s+/
const DID = /^(?:Created|Used|Added|Gave|Selected|Shared|Deleted|Viewed|Visited|Searched|Edited|Updated)\s/
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }
const plain = (html: string) =>
  html
    .replace(/<li[^>]*>/gi, '\n- ')
    .replace(/<(?:br|\/p|\/div|\/h\d|\/tr|\/ul|\/ol)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const timeOf = (record: unknown): number => {
  try {
    return dateOf(isFields(record) ? record.time : null, '')?.getTime() ?? 0
  } catch {
    return 0
  }
}
/** Activity has no conversations: one ends after this long without a prompt. */
const GAP_MS = 30 * 60_000
export function geminiTalks(records: readonly unknown[]): unknown[][] {
  const dated = records.map((record) => ({ record, at: timeOf(record) })).sort((a, b) => a.at - b.at)
  const talks: unknown[][] = []
  let last = Number.NEGATIVE_INFINITY
  for (const { record, at } of dated) {
    const isPrompt = isGeminiRecord(record) && !DID.test(String(record.title))
    if (talks.length === 0 || (isPrompt && at - last > GAP_MS)) talks.push([])
    talks.at(-1)?.push(record)
    if (isPrompt) last = at
  }
  return talks
}

const WHAT = 'an entry of Gemini’s activity'
/** Prompts of one sitting, each with its answer. @throws Refusal */
export function readGeminiActivity(records: readonly unknown[]) {
  const items = records.flatMap((record) => [
    { record, isAnswer: false },
    { record, isAnswer: true },
  ])
  return talkOf({ format: 'gemini' }, items, ({ record, isAnswer }) => {
    if (isFields(record) && !isGeminiRecord(record)) return isAnswer ? null : 'other record'
    const { title, time: at, ...answer } = shaped(recordSchema, record, WHAT)
    if (DID.test(title)) return isAnswer ? null : 'other record'
    const html = (answer.safeHtmlItem ?? []).map((item) => plain(item.html))
    const text = joined(html.length ? html : (answer.subtitles ?? []).map(({ name }) => name))
    if (isAnswer) return text ? { part: 'assistant', text, at } : null
    return { part: 'user', text: title.replace(ASKED, '').replace(/\s*Attached \d+ files?\.?$/, ''), at }
  })
}

const turnSchema = z.object({
  prompt: field.text,
  text: field.list,
  images: field.list,
  turn_last_modified: field.any,
})
const textsIn = (item: unknown): string[] =>
  isFields(item)
    ? [
        item.data,
        ...(Array.isArray(item.cards) ? item.cards.map((card) => isFields(card) && card.content) : []),
      ].filter((text) => typeof text === 'string')
    : []
/** A conversation of "Gemini in Workspace" as Takeout writes it. @throws Refusal */
export function readGeminiTurns({ title, creation_time, conversation_turns }: Fields) {
  const turns = Array.isArray(conversation_turns) ? conversation_turns : []
  const about = { format: 'gemini', title, at: creation_time } as const
  return talkOf(about, turns, (turn, left, i) => {
    const { user_turn, system_turn } = isFields(turn) ? turn : {}
    const one = shaped(
      turnSchema,
      user_turn ?? system_turn,
      'a Gemini conversation',
      `conversation_turns.${i}`,
    )
    const media = one.images.map((name) => traceOf(String(name), left, true))
    const text = joined([one.prompt, ...one.text.flatMap(textsIn), ...media])
    const part: Heard['part'] = user_turn ? 'user' : 'assistant'
    return { part, text, at: one.turn_last_modified }
  })
}
