import type { LanguageModelV4CallOptions, LanguageModelV4StreamResult } from '@ai-sdk/provider'
import type { ScriptedTurn } from '@/e2e/support/scripted-model'
import { guessDepth } from '@/lib/heuristics/depth/guess'
import { OfflineModel } from '@/lib/model/offline/offline-model'
import { askedRound } from '@/lib/model/offline/view'
import { DEEP } from '@/lib/prompts/complexity'
import { isSingleValued } from '@/lib/shared/memory/predicates'
import { LABEL_OF } from '@/lib/shared/turn/depth'
import { engineNotes, lastItem, rolledUp, StreamedModel, streamReply, topicName } from '../scripted'
import type { PersonFact, PersonTurn } from './person'

type Note = {
  subject: string
  predicate: string
  object: string
  confidence: number
  validFrom?: string
  quote: string
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The sentence of a message that shares most words with a fact. Facts without any share the first one. */
function quoteFor({ subject, predicate, object }: PersonFact, message: string): string {
  const values = new Set(wordsOf(object))
  const others = new Set(wordsOf(`${subject} ${predicate}`))
  const scored = [...sentences.segment(message)].map(({ segment }) => {
    const words = [...new Set(wordsOf(segment))]
    const count = (of: Set<string>) => words.filter((word) => of.has(word)).length
    return { quote: segment.trim().slice(0, 1_000), score: 3 * count(values) + count(others) }
  })
  return scored.reduce((best, one) => (one.score > best.score ? one : best), { quote: '', score: -1 }).quote
}

/** `2019` and `2019-05` as the first day of it. */
const firstDay = (date: string) => [date, '01', '01'].join('-').slice(0, 10)

/**
 * What a good model answers to the facts prompt. That schema has no `replaces`: a value of a predicate that
 * takes one value at a time replaces the old one by itself, and any other old value is ended by a denial.
 */
const notesOf = ({ facts, user }: PersonTurn): Note[] =>
  facts.flatMap((fact) => {
    const { subject, predicate, object, replaces, validFrom } = fact
    const note = {
      ...{ subject, predicate, object, confidence: 0.9, quote: quoteFor(fact, user) },
      ...(validFrom ? { validFrom: firstDay(validFrom) } : {}),
    }
    if (!replaces || isSingleValued(predicate)) return [note]
    return [{ ...note, object: `not ${replaces}` }, note]
  })

const UNKNOWN = 'I cannot say that yet.'
const NOTHING_MISSING: ScriptedTurn = {
  text: 'Nothing is missing.',
  calls: [{ name: 'continue_thinking', args: { continueThinking: false, reason: 'Enough is known.' } }],
}

/** `answer` = what the person should read in the end. */
export type Habit = (reply: ScriptedTurn, options: LanguageModelV4CallOptions, answer: string) => ScriptedTurn

/** `notes: false` = the model finds no facts; `spoil` changes each reply before it is sent. */
export type PersonModelOptions = { notes?: boolean; spoil?: Habit }

/**
 * A model that answers each turn of a person with the answer of its file and notes the facts of its file.
 * Messages are classified as the file says, else as the heuristic guesses; titles and summaries of a turn come
 * from the built-in engine; every turn is judged a success that teaches nothing.
 */
export class PersonModel extends StreamedModel {
  /** The turn that is told, until its background calls are done; null = a question is asked. */
  turn: PersonTurn | null = null
  readonly #engine = new OfflineModel({ delayMs: 0 })
  readonly #notes: boolean
  readonly #spoil: Habit

  constructor({ notes = true, spoil = (reply) => reply }: PersonModelOptions = {}) {
    super()
    this.#notes = notes
    this.#spoil = spoil
  }

  doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const reply = this.#replyTo(options)
    return reply
      ? streamReply(options, this.#spoil(reply, options, this.turn?.answer ?? UNKNOWN))
      : this.#engine.doStream(options)
  }

  /** null = the built-in engine answers. */
  #replyTo(options: LanguageModelV4CallOptions): ScriptedTurn | null {
    if (options.responseFormat?.type === 'json') {
      const value = this.#structured(options.responseFormat.name ?? '', options)
      return value && { text: JSON.stringify(value) }
    }
    const thinks = askedRound(options.prompt) !== null
    const hasThought = options.prompt.some(
      ({ role, content }) => role === 'tool' && JSON.stringify(content).includes('continue_thinking'),
    )
    return thinks && !hasThought ? NOTHING_MISSING : { text: this.turn?.answer ?? UNKNOWN }
  }

  #structured(name: string, options: LanguageModelV4CallOptions): object | null {
    switch (name) {
      case 'facts':
        return { facts: this.#facts() }
      case 'turn_notes':
        return {
          ...engineNotes(options),
          facts: this.#facts(),
          verdict: { label: 'success', confidence: 0.8, reason: 'The answer does what was asked for.' },
        }
      case 'complexity': {
        const depth = this.turn?.depth
        const { label, intents } = depth
          ? { label: LABEL_OF[depth], intents: depth === 'deep' ? [DEEP] : [] }
          : guessDepth(lastItem(options, 'task'), '', [])
        return { label, confidence: 0.8, reasons: [], intents }
      }
      case 'rollup_summary':
        return rolledUp(options)
      case 'topic-name':
        return topicName(options)
      case 'contradiction':
        return { contradicts: false, quote: '', same: false }
      default:
        return null
    }
  }

  #facts = () => (this.turn && this.#notes ? notesOf(this.turn) : [])
}
