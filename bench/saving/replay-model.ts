import type { LanguageModelV4CallOptions, LanguageModelV4StreamResult } from '@ai-sdk/provider'
import { OfflineModel } from '@/lib/model/offline/offline-model'
import { askedRound } from '@/lib/model/offline/view'
import { engineNotes, rolledUp, StreamedModel, streamReply, topicName } from '../scripted'

/** A lesson in one sentence. Links are left out, because a lesson with a link is refused. */
const lessonFrom = (answer: string) =>
  `When this comes up again: ${answer.replace(/https?:\S+|www\.\S+/g, '').slice(0, 300)}`

/**
 * Answers with the data's messages; thinking, summaries, roll-ups, titles and facts come from the built-in
 * engine. Every turn that is judged is a success and teaches one lesson, more than a real model would find.
 */
export class ReplayModel extends StreamedModel {
  /** The text of the next answer. */
  answer = ''
  readonly #engine = new OfflineModel({ delayMs: 0 })

  doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const thinks = askedRound(options.prompt) !== null
    const asked = options.responseFormat?.type === 'json' ? (options.responseFormat.name ?? '') : null
    const learned = asked === null ? null : this.#learned(asked, options)
    if (learned) return streamReply(options, { text: JSON.stringify(learned) })
    return thinks || asked !== null
      ? this.#engine.doStream(options)
      : streamReply(options, { text: this.answer })
  }

  /** What the built-in engine has no rule for. */
  #learned(name: string, options: LanguageModelV4CallOptions): unknown {
    const lesson = lessonFrom(this.answer)
    if (name === 'turn_notes')
      return {
        ...engineNotes(options),
        verdict: { label: 'success', confidence: 0.9, reason: 'The answer does what was asked for.' },
        lesson: {
          kind: 'principle',
          title: this.answer.split(/\s+/).slice(0, 6).join(' ').slice(0, 60),
          description: 'When a similar question comes up.',
          content: lesson,
          tags: [],
          section: 'str',
          confidence: 0.9,
        },
      }
    if (name === 'rollup_summary') return rolledUp(options)
    if (name === 'contradiction') return { contradicts: false, quote: '', same: false }
    return name === 'topic-name' ? topicName(options) : null
  }
}
