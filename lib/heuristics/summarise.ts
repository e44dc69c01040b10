import { limits } from '@/lib/shared/limits'
import { captionIn } from '@/lib/shared/picture'
import type { Speakers } from '@/lib/shared/speakers'
import { isMemoryTool } from '@/lib/shared/usage/baselines'
import { isQuestion, statingSentences } from './question'
import { isPersonal } from './statement'
import { isBuiltInText } from './templates'
import { edgesOf } from './text/edges'
import { sentencesOf } from './text/sentences'
import { contentWords, wordsOf } from './text/words'

export type TurnToSummarise = {
  userText: string
  answer: string
  speakers?: Speakers
  thoughts: string[]
  tools: { name: string; args: unknown; ok: boolean; result: string }[]
}
export type SentenceSummary = { summary: string; insights: string[] }

/** Marks before the verbatim sentences of a summary that say who said them. */
export const SPEAKERS = { said: 'The user said:', asked: 'The user asked:', answered: 'The answer:' } as const

const NAME_CHARS = 60
const nameOf = (name: string) =>
  name
    .replace(/[\s:“”]+/g, ' ')
    .trim()
    .slice(0, NAME_CHARS)
/** The same with names. The partner of a named person speaks as well; an assistant only answers. */
function marksOf({ user, assistant }: Speakers) {
  const [asking, other] = [nameOf(user ?? ''), nameOf(assistant ?? '')]
  return {
    said: asking ? `${asking} said:` : SPEAKERS.said,
    asked: asking ? `${asking} asked:` : SPEAKERS.asked,
    answered: other ? `${other} ${asking ? 'said' : 'answered'}:` : SPEAKERS.answered,
    shown: {
      user: `${asking || 'The user'} shared a picture:`,
      assistant: `${other || 'The answer'} shared a picture:`,
    },
  }
}
/** A mark at the start of a sentence of a summary: it says who speaks from there on. */
export const MARK = /^(?:The answer|[^\s:“”][^:“”\n]{0,79} (?:said|asked|answered|shared a picture)):(?= )/u

const CHEAPEST = 0.27
/** An upper bound of tokens: Latin text has over three characters per token, others about one. */
export const tokenCeiling = (text: string): number => {
  let cost = 0
  for (const char of text)
    cost += /[a-z ]/i.test(char) ? CHEAPEST : (char.codePointAt(0) ?? 0) < 0x250 ? 0.7 : 1.6
  return Math.ceil(cost)
}

/** Sentences of the answer, beyond those in the summary, that become insights. */
const FURTHER = 2
const SHARE = 0.6
const LIST_MARK = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The parts that fit, in order. The first one is cut rather than left out. */
export function fitting(parts: readonly string[], budget: number, separator: string): string[] {
  const kept: string[] = []
  let left = budget
  const most = Math.ceil(budget / CHEAPEST) + 1
  for (const whole of parts.map(oneLine)) {
    const part = whole.slice(0, most)
    const cost = tokenCeiling(part + separator)
    if (cost <= left) {
      kept.push(part)
      left -= cost
    } else if (kept.length === 0) {
      let cut = [...part]
      while (cut.length > 0 && tokenCeiling(`${cut.join('')}…${separator}`) > left)
        cut = cut.slice(0, Math.floor(cut.length * 0.8))
      kept.push(`${cut.join('')}…`)
      left = 0
    }
  }
  return kept
}

const wordsIn = (text: string): ReadonlySet<string> => new Set(wordsOf(text).map((word) => word.lower))

/** Whether almost every content word of a sentence is known, so that it would repeat what is quoted. */
function echoes(sentence: string, known: ReadonlySet<string>): boolean {
  const words = contentWords(sentence).filter((word) => word.lower !== 'noted')
  return words.length === 0 || words.filter((word) => known.has(word.lower)).length / words.length >= 0.8
}

/** With the speaker's mark before the first, after a picture, and before what looks like a mark. */
function spoken(mark: string, shown: string, sentences: readonly string[]): string[] {
  const caption = (at: number) => captionIn(sentences[at] ?? '')
  return sentences.map((sentence, at) => {
    const shows = caption(at)
    if (shows !== null) return ended(`${shown} ${shows}`)
    return at === 0 || caption(at - 1) !== null || MARK.test(sentence) ? `${mark} ${sentence}` : sentence
  })
}
/** Adds a full stop, so that the next speaker's mark starts a sentence. */
const ended = (sentence: string) => (/[.!?…。！？:;"'“”’»)\]]$/u.test(sentence) ? sentence : `${sentence}.`)

const first = (sentences: readonly string[], count: number, passes: (sentence: string) => boolean) =>
  [...new Set(sentences.filter(passes))].slice(0, count)

const tells = (sentence: string) => contentWords(sentence).length > (isPersonal(sentence) ? 0 : 1)

function userPart(
  sentences: readonly string[],
  stated: readonly string[],
  marks: ReturnType<typeof marksOf>,
): string[] {
  const asked = sentences.find(isQuestion)
  const chosen = first([...stated.filter(isPersonal), ...stated], asked ? 1 : 2, tells)
  const shown =
    chosen.length > 0 || asked
      ? [...new Set(stated)].filter((sentence) => chosen.includes(sentence))
      : sentences.slice(0, 1)
  return [
    ...(asked ? spoken(marks.asked, marks.shown.user, [asked]) : []),
    ...spoken(marks.said, marks.shown.user, shown),
  ]
}

/** A model may write hundreds of thousands. */
const SUBJECT_CHARS = 500
function subjectOf(args: unknown): string {
  if (typeof args !== 'object' || args === null) return ''
  const found = Object.entries(args).find(
    ([key, value]) =>
      /path|file|key|query|keyword/i.test(key) && (typeof value === 'string' || Array.isArray(value)),
  )
  return found ? ` ${String(found[1]).slice(0, SUBJECT_CHARS)}` : ''
}

/**
 * The summary of one turn within `limits.summary`: marked verbatim sentences, and insights. Only the edges of
 * long texts are read. Not empty unless the turn is.
 */
export function summariseExtractively({
  speakers = {},
  thoughts,
  tools,
  ...turn
}: TurnToSummarise): SentenceSummary {
  const [userText, answer] = [edgesOf(turn.userText), edgesOf(turn.answer)]
  const marks = marksOf(speakers)
  const budget = limits.summary.maxTokens
  const said = sentencesOf(userText)
  const stated = statingSentences(userText)
  const close = (sentences: string[]) =>
    speakers.user || speakers.assistant ? sentences.map(ended) : sentences
  const user = close(userPart(said, stated, marks))
  const answers = sentencesOf(answer)
  const known = wordsIn(said.join(' '))
  const told = user.length > 1 ? 1 : 2
  const informative = first(
    answers.map((sentence) => sentence.replace(LIST_MARK, '')),
    told + FURTHER,
    (sentence) =>
      contentWords(sentence).length > 1 &&
      !echoes(sentence, known) &&
      (!isBuiltInText(sentence) || sentence.includes('“')),
  )
  const answered = close(spoken(marks.answered, marks.shown.assistant, informative.slice(0, told)))
  const parts = fitting(
    [...user.slice(0, 1), ...answered.slice(0, 1), ...user.slice(1), ...answered.slice(1)],
    budget * SHARE,
    ' ',
  )
  // Only the first part can be cut, and it is the first in order, too.
  const [, ...others] = [...user, ...answered].map(oneLine)
  const summary = [...parts.slice(0, 1), ...others.filter((part) => parts.includes(part, 1))].join(' ')

  const more = stated
    .map(oneLine)
    .filter((sentence) => isPersonal(sentence) && tells(sentence) && !summary.includes(sentence))
    .map((sentence) => `${marks.said} ${sentence}`)
  // A memory lookup adds nothing to remember.
  const acts = tools
    .filter(({ name }) => !isMemoryTool(name))
    .map((tool) => `${tool.name}${subjectOf(tool.args)}${tool.ok ? '' : ' failed'}`)
  const heard = wordsIn([...said, ...answers].join(' '))
  const thought = thoughts
    .flatMap((text) => sentencesOf(edgesOf(text)))
    .filter((sentence) => !isQuestion(sentence) && !isBuiltInText(sentence) && !echoes(sentence, heard))
    .map((sentence) => ({ sentence, words: contentWords(sentence).length }))
    .sort((a, b) => b.words - a.words)[0]?.sentence
  const further = informative.slice(told).map((sentence) => `${marks.answered} ${oneLine(sentence)}`)
  const insights = [...new Set([...acts, ...(thought ? [thought] : []), ...more, ...further])]
  return {
    summary,
    insights: fitting(insights.slice(0, limits.summary.maxInsights), budget - tokenCeiling(summary), '; '),
  }
}
