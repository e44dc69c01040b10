import { dateOf } from './dates'
import { anyFields, anyList, anyText, type Fields, fieldsOf, isFields, knownText, listOf } from './fields'
import { attachmentTrace, joinedTexts } from './parts'
import { talkOf } from './talk'

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

/** Prompts of one sitting, each with its answer. @throws Refusal */
export function readGeminiActivity(records: readonly unknown[]) {
  const items = records.flatMap((record) => [
    { record, isAnswer: false },
    { record, isAnswer: true },
  ])
  return talkOf({ format: 'gemini' }, items, ({ record, isAnswer }) => {
    const { title, time: at, safeHtmlItem, subtitles } = fieldsOf(record)
    const asked = anyText(title)
    if (!isGeminiRecord(record) || DID.test(asked)) return isAnswer ? null : 'other record'
    if (!isAnswer)
      return { part: 'user', text: asked.replace(ASKED, '').replace(/\s*Attached \d+ files?\.?$/, ''), at }
    const html = listOf(safeHtmlItem).map((item) => plain(knownText(fieldsOf(item).html)))
    const names = listOf(subtitles).map((item) => knownText(fieldsOf(item).name))
    const text = joinedTexts(html.length ? html : names)
    return text ? { part: 'assistant', text, at } : null
  })
}

const textsIn = (item: unknown): string[] => {
  const { data, cards } = anyFields(item)
  const texts = [data, ...anyList(cards).map((card) => anyFields(card).content)]
  return texts.filter((text) => typeof text === 'string')
}
/** A conversation of "Gemini in Workspace" as Takeout writes it. @throws Refusal */
export function readGeminiTurns({ title, creation_time, conversation_turns }: Fields) {
  const about = { format: 'gemini', title, at: creation_time } as const
  return talkOf(about, anyList(conversation_turns), (turn, left) => {
    const { user_turn, system_turn } = anyFields(turn)
    const { prompt, text, images, turn_last_modified: at } = fieldsOf(user_turn ?? system_turn)
    const media = listOf(images).map((name) => attachmentTrace(String(name), left, true))
    const said = [knownText(prompt), ...listOf(text).flatMap(textsIn), ...media]
    return { part: user_turn ? 'user' : 'assistant', text: joinedTexts(said), at }
  })
}
