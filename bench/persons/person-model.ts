import type { LanguageModelV4CallOptions, LanguageModelV4StreamResult } from '@ai-sdk/provider'
import type { ScriptedTurn } from '@/e2e/support/scripted-model'
import { guessDepth } from '@/lib/heuristics/depth/guess'
import { OfflineModel } from '@/lib/model/offline/offline-model'
import { askedRound } from '@/lib/model/offline/view'
import { DEEP } from '@/lib/prompts/complexity'
import { LABEL_OF } from '@/lib/shared/turn/depth'
import { engineNotes, lastItem, rolledUp, StreamedModel, streamReply, topicName } from '../scripted'
import { notesOf } from './notes'
import type { PersonTurn } from './person'
import type { Habit } from './unruly'

const UNKNOWN = 'I cannot say that yet.'
const NOTHING_MISSING: ScriptedTurn = {
  text: 'Nothing is missing.',
  calls: [{ name: 'continue_thinking', args: { continueThinking: false, reason: 'Enough is known.' } }],
}

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
