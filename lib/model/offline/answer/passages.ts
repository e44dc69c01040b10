import { amended } from '@/lib/heuristics/fact-finding/changes'
import { asksEverything, asksFor, isQuestion } from '@/lib/heuristics/question'
import { statementOf } from '@/lib/heuristics/statement'
import { SPEAKERS } from '@/lib/heuristics/summarise'
import { isBuiltInText } from '@/lib/heuristics/templates'
import { sentencesOf } from '@/lib/heuristics/text/sentences'
import { readResult, succeeded, told } from '@/lib/model/offline/act/grammar'
import type { Performed, View } from '@/lib/model/offline/view'
import { labelledSections, type PromptItem, type PromptSection } from '@/lib/prompts/fence'
import { literally } from '@/lib/shared/literally'
import { factSentence } from '@/lib/shared/memory/fact-sentence'
import { type Triple, tripleIn } from '@/lib/shared/memory/facts'
import { captionIn } from '@/lib/shared/picture'
import { citationMark, strategyMark, strategyMarks } from '@/lib/shared/turn/citations'
import { isMemoryTool } from '@/lib/shared/usage/baselines'

/** Instructions, earlier thoughts and the task itself are not evidence. */
const NO_EVIDENCE = new Set(['role', 'tools', 'task'])
const LEANS =
  /^(?:and |but |also,? |then )?(?:he|she|it|they|him|her|his|its|their|them|this|that|these|those|there|er|sie|es|dort|ihr|sein|il|elle|ils|elles|là|ella|él|ellos|ellas|allí)(?:['’]|\s)/iu
/** Lines about tools and files that nobody would want quoted. */
const RECORD = /^\{"|\(\d+ bytes?, version \d+/
const ELLIPSIS = /^(?:\.{3}|…)|(?:\.{3}|…)$/g

export type PassageSource = 'user' | 'assistant' | 'file' | 'tool' | 'summary' | 'strategy'
function sourceOf(section: PromptSection, { attributes }: PromptItem): PassageSource | null {
  const { who, file, state } = attributes
  if (section.name === 'playbook' || section.name === 'strategies') return 'strategy'
  if (section.name === 'summaries' || who === 'summary') return 'summary'
  if (who === 'user' || who === 'assistant' || who === 'tool') return who
  if (who === 'note') return null
  if (who === 'file' || file !== undefined || state !== undefined) return 'file'
  return who === undefined ? 'tool' : null
}

/** A name that only repeats the side of the chat is none. */
export const speakerOf = ({ who, speaker = '' }: PromptItem['attributes']) =>
  (who === 'user' || who === 'assistant') && !/^(?:user|assistant)$/i.test(speaker) ? speaker : ''

const numberOf = (value: string | undefined) => (value && /^\d+$/.test(value) ? Number(value) : null)

/** The person's words for a fact. One that they wrote on the Facts page reads as it does there. */
function factPassages(base: Base, text: string): Found[] {
  const [line = '', ...quote] = text.split('\n')
  const fact = tripleIn(line)
  if (!fact) return []
  const said = quote.join(' ')
  const means = statementOf(fact)
  return [{ ...base, written: !said, means, facts: [fact], text: said || factSentence(fact) }]
}

const LESSON = /^(\[[^\]]+\]) helpful=\d+ harmful=\d+ :: ([\s\S]*)$/
const RETRIEVED = /^[^\n]*\n([\s\S]*)$/

function lessonIn({ attributes, text }: PromptItem): { content: string; mark: string } | null {
  const id = attributes.id
  const [, mark = '', content = ''] =
    id === undefined ? (LESSON.exec(text) ?? []) : ['', strategyMark(id), RETRIEVED.exec(text)?.[1] ?? '']
  return content && strategyMarks(mark).length === 1 ? { content, mark } : null
}

function baseOf(source: PassageSource, section: string, attributes: PromptItem['attributes']) {
  const { id, turn, to, file, state, conversation, written, date = '' } = attributes
  const speaker = speakerOf(attributes)
  const product = speaker ? '' : (attributes.product ?? '')
  const isImported = source === 'summary' && attributes.source === 'import' && product === ''
  return {
    source,
    section,
    /** Null = of no turn of this conversation. */
    turn: conversation ? null : numberOf(turn ?? to),
    /** A day, or a time to the second. What is corrected on the Facts page is as new as that. */
    date: written ?? date,
    /** From another conversation. */
    foreign: conversation !== undefined,
    /** Marks its turn in another conversation, or its strategy; else ''. */
    mark: conversation && turn ? (id ? `[${id}]` : citationMark(turn, conversation)) : '',
    /** Path of a file or name of a tool. */
    from: file ?? state ?? '',
    /** Who said it, if an import names its speakers; '' = the person or the assistant. */
    speaker,
    /** The product that answers in an import without named speakers; '' = said here. */
    product,
    /** May be another person's words: of a named speaker, or an import's summary. */
    stranger: speaker !== '' || isImported,
    /** A fact that the person wrote on the Facts page: nobody said these words. */
    written: false,
    /** What a picture that the speaker shared shows. */
    picture: false,
    /** A fact that the text states, in other words; '' = none. */
    means: '',
    /** The current facts that these words state; `before` = the value that each replaced. */
    facts: [] as readonly (Triple & { before: string })[],
  }
}
type Base = ReturnType<typeof baseOf>
type Found = Base & { text: string }
/** A sentence. `lead` = the one before, if this one depends on it; `moment` = equal within a turn, larger is newer. */
export type ShownPassage = Found & { lead: string; moment: number }

function itemPassages(section: PromptSection, item: PromptItem): Found[] {
  const source = sourceOf(section, item)
  if (!source) return []
  const { turn, from, name } = item.attributes
  const base = baseOf(source, section.name, item.attributes)
  const { speaker, product } = base
  const text = item.text.replace(ELLIPSIS, '')
  const passages = (texts: readonly string[]) => texts.map((one) => ({ ...base, text: one }))
  if (source === 'assistant' && !speaker && !product && isBuiltInText(text)) return []
  if (source === 'strategy') {
    const lesson = lessonIn(item)
    if (!lesson) return []
    return sentencesOf(lesson.content).map((one) => ({ ...base, mark: lesson.mark, text: one }))
  }
  if (source === 'summary')
    return summaryPassages(text, turn ? base : { ...base, turn: numberOf(from) ?? base.turn })
  if (speaker)
    return sentencesOf(text).map((sentence) => {
      const caption = captionIn(sentence)
      return { ...base, picture: caption !== null, text: caption ?? sentence }
    })
  if (section.name === 'facts') return item.attributes.from ? [] : factPassages(base, item.text)
  if (source === 'user') return passages(told(text))
  if (source !== 'tool' || !name) return passages(sentencesOf(text))
  if (name !== 'read_file') return []
  const read = readResult(text)
  return passages(sentencesOf(read.text)).map((one) => ({ ...one, source: 'file', from: read.path }))
}

/** What a tool of this turn returned: sections of our own form from a recall, the text of a file. */
function resultSections(call: Performed): PromptSection[] {
  if (call.failed) return []
  if (isMemoryTool(call.name)) return labelledSections(call.result)
  const { path } = call.input
  if (call.name !== 'read_file' || typeof path !== 'string' || !succeeded('read', call)) return []
  const item = { attributes: { who: 'file', file: path }, text: readResult(call.result).text }
  return [{ name: 'steps', note: '', items: [item] }]
}

type Evidence = { section: PromptSection; item: PromptItem }
function evidenceOf(view: View): Evidence[] {
  const sections = [
    ...view.sections.filter((section) => !NO_EVIDENCE.has(section.name)),
    ...view.performed.flatMap(resultSections),
  ]
  return sections
    .sort((a, b) => Number(a.name === 'summaries') - Number(b.name === 'summaries'))
    .flatMap((section) => dated(section.items).map((item) => ({ section, item })))
}

/** Only the first item of a recalled turn has its date. */
function dated(items: readonly PromptItem[]): PromptItem[] {
  let first: PromptItem['attributes'] = {}
  return items.map((item) => {
    const { turn, conversation, date } = item.attributes
    const isSame = turn === first.turn && conversation === first.conversation
    const continues = date === undefined && turn !== undefined && isSame
    if (!continues) first = item.attributes
    return continues && first.date ? { ...item, attributes: { ...item.attributes, date: first.date } } : item
  })
}

/** The named speakers and products in view, whether or not a sentence of theirs can be quoted. */
export const speakersIn = (view: View): string[] => [
  ...new Set(
    evidenceOf(view).flatMap(({ item: { attributes } }) => speakerOf(attributes) || attributes.product || []),
  ),
]

/** Everything said in view, the engine's own questions and answers too. A lesson was said by nobody. */
export const spokenIn = (view: View): { text: string; source: PassageSource; ours: boolean }[] =>
  evidenceOf(view).flatMap(({ section, item: { attributes, text }, item }) => {
    const source = sourceOf(section, item)
    const ours = source === 'assistant' && !speakerOf(attributes) && !attributes.product
    return source && source !== 'strategy' ? [{ text, source, ours }] : []
  })

/** A sentence of a conversation without information: a question, a request, a template of the engine. */
const tellsNothing = ({ text, source, speaker, product }: Found) =>
  (source === 'user' || source === 'assistant' || source === 'summary') &&
  (isQuestion(text) ||
    asksFor(text) ||
    asksEverything(text) ||
    (source !== 'user' && !speaker && !product && isBuiltInText(text)))

/** Every informative sentence outside the current message, each once. */
export function shownPassages(view: View): ShownPassage[] {
  const passages: ShownPassage[] = []
  const seen = new Map<string, ShownPassage>()
  for (const { section, item } of evidenceOf(view)) {
    let lead = ''
    for (const found of itemPassages(section, item)) {
      const { foreign, date, turn, source, speaker, text, picture } = found
      if (tellsNothing(found)) {
        lead = ''
        continue
      }
      const key = `${foreign ? date : ''}|${turn}|${source}|${speaker}|${text}`
      const known = seen.get(key)
      // The window has the sentence, and a fact what it means.
      if (known && found.means) Object.assign(known, { means: found.means, lead: '' })
      if (known) known.facts = [...known.facts, ...found.facts]
      if (known || ((source === 'tool' || source === 'file') && RECORD.test(text))) continue
      const passage = { ...found, lead: LEANS.test(text) && !found.means ? lead : '', moment: 0 }
      seen.set(key, passage)
      passages.push(passage)
      lead = picture ? '' : text
    }
  }
  return withCorrections(inOrder(passages))
}

/** "No, it's 9027" means the person's sentence just before it, with the new value. */
function withCorrections(passages: readonly ShownPassage[]): ShownPassage[] {
  const last = new Map<string, { turn: number; text: string }>()
  return passages.map((one) => {
    if (one.source !== 'user' || one.speaker) return one
    const conversation = one.mark.replace(/\d+/, '')
    const turn = one.turn ?? Number(/\d+/.exec(one.mark)?.[0])
    const before = last.get(conversation)
    const isNext = before !== undefined && turn - before.turn <= 1
    const means = one.means || (isNext && one.text.length <= SHORT && amended(before.text, one.text)) || ''
    last.set(conversation, { turn, text: means || one.text })
    return { ...one, means }
  })
}
const SHORT = 80

/** Oldest first. A turn without a date gets that of the next, else of the one before; no turn = current. */
function inOrder(passages: ShownPassage[]): ShownPassage[] {
  const dated = passages
    .flatMap(({ foreign, turn, date, written }) =>
      !foreign && !written && turn !== null && date ? [{ turn, date }] : [],
    )
    .sort((a, b) => a.turn - b.turn)
  const dateOf = ({ foreign, date, turn }: ShownPassage) => {
    if (foreign || date) return date
    return turn === null ? '9999' : ((dated.find((one) => one.turn >= turn) ?? dated.at(-1))?.date ?? '')
  }
  const dates = new Map(passages.map((passage) => [passage, dateOf(passage)]))
  const compare = (a: ShownPassage, b: ShownPassage) => {
    const [dateA, dateB] = [dates.get(a) ?? '', dates.get(b) ?? '']
    if (dateA !== dateB) return dateA < dateB ? -1 : 1
    return (
      Number(b.foreign) - Number(a.foreign) ||
      (a.foreign ? 0 : (a.turn ?? Number.MAX_SAFE_INTEGER) - (b.turn ?? Number.MAX_SAFE_INTEGER)) ||
      // One without the time of writing has the date of what it corrects.
      Number(a.written) - Number(b.written)
    )
  }
  let moment = 0
  let last: ShownPassage | undefined
  return [...passages].sort(compare).map((passage) => {
    if (
      passage.turn === null ||
      passage.turn !== last?.turn ||
      passage.mark !== last?.mark ||
      passage.written
    )
      moment++
    last = passage
    return { ...passage, moment }
  })
}

const SUMMARY_HEAD = /^\[Turns? [^\]]*\]\s*/i
const INSIGHTS = 'Insights: '
const SOURCES: Record<string, PassageSource> = { [SPEAKERS.said]: 'user', [SPEAKERS.asked]: 'summary' }

/** A summary names the speaker, and a roll-up the turn, before its sentences. The passages get both back. */
function summaryPassages(text: string, base: Base): Found[] {
  return text
    .replace(SUMMARY_HEAD, '')
    .split(/(?=\bTurn \d+: )|\n(?=Insights: )/)
    .flatMap((part) => {
      const marked = /^(?:Turn (\d+): )?(.*)$/s.exec(part.trim())
      const turn = marked?.[1] ? Number(marked[1]) : base.turn
      const parts = part.startsWith(INSIGHTS) ? part.slice(INSIGHTS.length).split('; ') : [marked?.[2] ?? '']
      const answered = base.product ? `${base.product} answered:` : SPEAKERS.answered
      const marks = [SPEAKERS.said, SPEAKERS.asked, SPEAKERS.answered, answered]
      const speech = new RegExp(`(?=${marks.map(literally).join('|')})`)
      return parts.flatMap((one) => {
        let source = base.source
        return one.split(speech).flatMap((spoken) => {
          const mark = marks.find((mark) => spoken.startsWith(mark))
          // The summary of an import calls every speaker of one side the user.
          if (mark && !base.stranger) source = SOURCES[mark] ?? 'assistant'
          const said = (mark ? spoken.slice(mark.length) : spoken).trim()
          const sentences = source === 'user' ? told(said) : isBuiltInText(said) ? [] : sentencesOf(said)
          return sentences.map((text) => ({ ...base, turn, source, text }))
        })
      })
    })
}
