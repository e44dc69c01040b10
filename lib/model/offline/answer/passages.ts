import { captionIn } from '@/lib/base/picture'
import { asksFor, isQuestion } from '@/lib/heuristics/question'
import { sentencesOf } from '@/lib/heuristics/sentences'
import { isOurs } from '@/lib/heuristics/templates'
import { argumentOf } from '@/lib/model/offline/act/tool-arguments'
import { fileText, succeeded } from '@/lib/model/offline/act/tool-result'
import type { Performed, View } from '@/lib/model/offline/view'
import { type PromptItem, type PromptSection, parse } from '@/lib/prompts/fence'
import { citationMark } from '@/lib/shared/citations'
import type { Base, Passage, Source } from './passage'
import { asksEverything } from './query'
import { summaryPassages } from './summary-passages'
import { told } from './told'

/**
 * Sections whose items are no evidence: instructions, learned advice, our own earlier thoughts, and the task
 * itself.
 */
const NO_EVIDENCE = new Set(['role', 'tools', 'playbook', 'strategies', 'thoughts', 'task'])
const LEANS =
  /^(?:and |but |also,? |then )?(?:he|she|it|they|him|her|his|its|their|them|this|that|these|those|there|er|sie|es|dort|ihr|sein|il|elle|ils|elles|là|ella|él|ellos|ellas|allí)(?:['’]|\s)/iu
/** Lines of a context about its tools and files, which say nothing a person would want quoted. */
const RECORD = /^\{"|\(\d+ bytes?, version \d+/
const ELLIPSIS = /^(?:\.{3}|…)|(?:\.{3}|…)$/g

function sourceOf(section: PromptSection, item: PromptItem): Source | null {
  const { who, file, state, kind } = item.attributes
  if (section.name === 'facts' || who === 'fact' || kind === 'fact') return 'fact'
  if (section.name === 'summaries' || who === 'summary') return 'summary'
  if (who === 'user' || who === 'assistant' || who === 'tool') return who
  if (who === 'note') return null
  return who === 'file' || file !== undefined || state !== undefined
    ? 'file'
    : who === undefined
      ? 'tool'
      : null
}

/** A name that says no more than the side of the chat is none. */
export const speakerOf = ({ who, speaker = '' }: PromptItem['attributes']) =>
  (who === 'user' || who === 'assistant') && !/^(?:user|assistant)$/i.test(speaker) ? speaker : ''

const numberOf = (value: string | undefined) => (value && /^\d+$/.test(value) ? Number(value) : null)

function itemPassages(section: PromptSection, item: PromptItem): (Base & { text: string })[] {
  const source = sourceOf(section, item)
  if (!source) return []
  const { turn, to, date, file, state, name, conversation } = item.attributes
  const speaker = speakerOf(item.attributes)
  const product = speaker ? '' : (item.attributes.product ?? '')
  const imported = source === 'summary' && item.attributes.source === 'import' && product === ''
  const base: Base = {
    source,
    turn: conversation ? null : numberOf(turn ?? to),
    date: date ?? '',
    foreign: conversation !== undefined,
    mark: conversation && turn ? citationMark(turn, conversation) : '',
    from: file ?? state ?? '',
    speaker,
    product,
    stranger: speaker !== '' || imported,
    picture: false,
    section: section.name,
  }
  const text = item.text.replace(ELLIPSIS, '')
  if (source === 'assistant' && !speaker && !product && isOurs(text)) return []
  if (source === 'summary')
    return summaryPassages(text, turn ? base : { ...base, turn: numberOf(item.attributes.from) ?? base.turn })
  if (speaker)
    return sentencesOf(text).map((sentence) => ({
      ...base,
      picture: captionIn(sentence) !== null,
      text: captionIn(sentence) ?? sentence,
    }))
  if (source === 'user') return told(text).map((sentence) => ({ ...base, text: sentence }))
  if (source !== 'tool' || !name) return sentencesOf(text).map((sentence) => ({ ...base, text: sentence }))
  const read = name === 'read_file' ? fileText(text) : null
  return read
    ? sentencesOf(read.text).map((sentence) => ({ ...base, source: 'file', from: read.path, text: sentence }))
    : []
}

/** What a tool of this turn returned: a recall gives sections of our own form, a read the file's text. */
function resultSections(call: Performed): PromptSection[] {
  if (call.failed) return []
  if (/^(?:recall_context|search_|lookup_|analyze_)/.test(call.name) && call.name !== 'search_files')
    return parse(call.result)
  const path = argumentOf(call.input, 'path')
  if (call.name !== 'read_file' || !path || !succeeded('read', call)) return []
  return [
    {
      name: 'steps',
      note: '',
      items: [{ attributes: { who: 'file', file: path }, text: fileText(call.result).text }],
    },
  ]
}

/** The sections that may be quoted, summaries last. */
function evidenceOf(view: View): PromptSection[] {
  const evidence = [
    ...view.sections.filter((section) => !NO_EVIDENCE.has(section.name)),
    ...view.performed.flatMap(resultSections),
  ]
  const isSummary = (section: PromptSection) => section.name === 'summaries'
  return [...evidence.filter((section) => !isSummary(section)), ...evidence.filter(isSummary)]
}

/**
 * The named speakers of everything in view, products too, whether or not a sentence of theirs can be quoted.
 */
export const speakersIn = (view: View): string[] => [
  ...new Set(
    evidenceOf(view).flatMap((section) =>
      section.items.flatMap(({ attributes }) => speakerOf(attributes) || attributes.product || []),
    ),
  ),
]

/** Everything said in view, questions and answers of the engine too. */
export const spokenIn = (view: View): { text: string; source: Source; ours: boolean }[] =>
  evidenceOf(view).flatMap((section) =>
    section.items.flatMap((item) => {
      const source = sourceOf(section, item)
      return source
        ? [
            {
              text: item.text,
              source,
              ours: source === 'assistant' && !speakerOf(item.attributes) && !item.attributes.product,
            },
          ]
        : []
    }),
  )

/**
 * Every sentence of the prompt outside the current message that tells something: no questions, none of our
 * own templates, none twice.
 */
export function passagesOf(view: View): Passage[] {
  const passages: Passage[] = []
  const seen = new Set<string>()
  for (const section of evidenceOf(view))
    for (const item of section.items) {
      let lead = ''
      for (const found of itemPassages(section, item)) {
        const conversational =
          found.source === 'user' || found.source === 'assistant' || found.source === 'summary'
        const key = `${found.foreign ? found.date : ''}|${found.turn}|${found.source}|${found.speaker}|${found.text}`
        if (
          conversational &&
          (isQuestion(found.text) ||
            asksFor(found.text) ||
            asksEverything(found.text) ||
            (found.source !== 'user' && !found.speaker && !found.product && isOurs(found.text)))
        ) {
          lead = ''
          continue
        }
        if (
          seen.has(key) ||
          ((found.source === 'tool' || found.source === 'file') && RECORD.test(found.text))
        )
          continue
        seen.add(key)
        passages.push({ ...found, lead: LEANS.test(found.text) ? lead : '', moment: 0 })
        lead = found.picture ? '' : found.text
      }
    }
  return inOrder(passages)
}

/**
 * Oldest first. A turn without a date gets that of the next dated turn, else of the one before; what belongs
 * to no turn counts as current.
 */
function inOrder(passages: Passage[]): Passage[] {
  const dated = passages
    .flatMap((passage) =>
      !passage.foreign && passage.turn !== null && passage.date
        ? [{ turn: passage.turn, date: passage.date }]
        : [],
    )
    .sort((a, b) => a.turn - b.turn)
  const dateOf = ({ foreign, date, turn }: Passage) => {
    if (foreign || date) return date
    return turn === null ? '9999' : ((dated.find((one) => one.turn >= turn) ?? dated.at(-1))?.date ?? '')
  }
  const dates = new Map(passages.map((passage) => [passage, dateOf(passage)]))
  const compare = (a: Passage, b: Passage) => {
    const [dateA, dateB] = [dates.get(a) ?? '', dates.get(b) ?? '']
    if (dateA !== dateB) return dateA < dateB ? -1 : 1
    return (
      Number(b.foreign) - Number(a.foreign) ||
      (a.foreign ? 0 : (a.turn ?? Number.MAX_SAFE_INTEGER) - (b.turn ?? Number.MAX_SAFE_INTEGER))
    )
  }
  let moment = 0
  let last: Passage | undefined
  return [...passages].sort(compare).map((passage) => {
    if (passage.turn === null || passage.turn !== last?.turn || passage.mark !== last?.mark) moment++
    last = passage
    return { ...passage, moment }
  })
}
