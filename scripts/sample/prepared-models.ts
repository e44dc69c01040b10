import { z } from 'zod'
import { roundOf } from '@/lib/agent/testing'
import type { Models } from '@/lib/model/models'
import { resultOf } from '@/lib/model/testing'
import { countTokens } from '@/lib/model/tokens'
import type { ModelRequest, ModelResult, ModelSink, StructuredRequest } from '@/lib/model/types'
import type { Note, Prepared, Script } from './script'

/** The name under which the sample's calls are stored: nobody should take its words for a model's. */
export const PREPARED = { provider: 'prepared', model: 'prepared-text', offline: false } as const
type Reply = { text: string; calls: { name: string; args: unknown }[] }

const sent = ({ system, user, exchanges, tools }: ModelRequest) =>
  [
    system,
    user,
    ...exchanges.map((one) => JSON.stringify(one)),
    ...tools.map((tool) => tool.name + tool.description + JSON.stringify(z.toJSONSchema(tool.inputSchema))),
  ].join('\n')

/**
 * Plays the script: it says what a model would have said, but everything around it is real, and so is every
 * count of tokens: that of the prompt as Mneme built it, by Mneme's tokenizer.
 */
export class PreparedModels implements Models {
  /** The turn that runs, and the slugs of the lessons learned so far by their titles. */
  turn: Prepared | null = null
  slugs = new Map<string, string>()
  private round = 0

  constructor(private readonly script: Script) {}

  describe = () => PREPARED

  play(turn: Prepared) {
    this.turn = turn
    this.round = 0
  }

  async call(_: string, request: ModelRequest, sink?: ModelSink): Promise<ModelResult> {
    return this.result(request, this.reply(request), sink)
  }

  async structured<T>(_: string, request: StructuredRequest<T>) {
    const value = this.valueOf(request.name, request.user)
    const whole: ModelRequest = { ...request, exchanges: [], tools: [], toolChoice: 'none' }
    const result = this.result(whole, { text: JSON.stringify(value), calls: [] })
    return { value: request.schema.parse(value), result }
  }

  private reply(request: ModelRequest): Reply {
    const { turn } = this
    if (!turn) throw new Error('no turn is being played')
    if (roundOf(request)) return this.thought(turn)
    const done = request.exchanges.flatMap(({ calls }) => calls.map(({ name }) => name))
    if (turn.calls[0] && !done.includes(turn.calls[0].name)) return { text: '', calls: turn.calls }
    return { text: this.withSlugs(turn.answer), calls: [] }
  }

  private thought({ rounds }: Prepared): Reply {
    const { text, recall, focus } = rounds[this.round] ?? { text: '', recall: null, focus: null }
    this.round += 1
    const continueThinking = this.round < rounds.length
    const reason = continueThinking ? 'Checking memory first.' : 'Everything that is needed is here.'
    const decision = { continueThinking, reason, ...(focus ? { nextFocus: focus } : {}) }
    return {
      text,
      calls: [
        ...(recall ? [{ name: 'recall_context', args: recall }] : []),
        { name: 'continue_thinking', args: decision },
      ],
    }
  }

  /** `[[Title]]` in the script stands for the id of the lesson with that title. */
  private withSlugs = (text: string) =>
    text.replace(/\[\[(.+?)\]\]/g, (_, title: string) => {
      const slug = this.slugs.get(title)
      if (!slug) throw new Error(`no lesson is called “${title}” yet`)
      return `[${slug}]`
    })

  private result(request: ModelRequest, { text, calls }: Reply, sink?: ModelSink): ModelResult {
    if (text) sink?.onText?.(text)
    return resultOf({
      ...{ text, totalMs: 1, provider: PREPARED.provider, model: PREPARED.model },
      calls: calls.map((call, i) => ({ ...call, id: `call_${i}`, problem: null })),
      usage: {
        inputTokens: countTokens(sent(request)),
        outputTokens: countTokens(text + calls.map((call) => JSON.stringify(call)).join('')),
        costMicros: null,
      },
    })
  }

  private valueOf(name: string, user: string): unknown {
    const turn = this.turnIn(user)
    if (name === 'complexity')
      return { label: 'MODERATE', confidence: 0.9, reasons: ['Asks for one page of text.'], intents: [] }
    if (name === 'rollup_summary') return this.rollUp(user)
    const facts = turn.facts.map((fact) => ({ ...fact, confidence: 0.95 }))
    if (name === 'facts') return { facts }
    if (name === 'contradiction') return { contradicts: false, quote: '', same: false }
    if (name === 'turn_notes') {
      const [lesson] = turn.lessons
      return {
        ...{ facts, ...turn.note, verdict: verdictOf(turn), tags: helpful(user) },
        ...{ lesson: lesson ? { ...lesson, tags: [], confidence: 0.9 } : null, title: TITLE },
      }
    }
    throw new Error(`the sample has no answer for ${name}`)
  }

  /** A job may be about an earlier turn than the one that ran last. */
  private turnIn(user: string): Prepared {
    const own =
      user
        .split('=== later ===')[0]
        ?.split(/=== (?:task|turn) ===/)
        .at(-1) ?? ''
    const found = this.script.turns.find(({ ask, other }) =>
      [ask, other?.ask ?? ask].some((text) => own.includes(`| ${text.split('\n')[0]}`)),
    )
    const turn = found ?? this.turn
    if (!turn) throw new Error('no turn is being played')
    return turn
  }

  private rollUp(user: string): Note {
    const from = [...this.script.rollUps.keys()].findLast((first) => user.includes(`[Turn ${first}]`))
    const note = this.script.rollUps.get(from ?? 1)
    if (!note) throw new Error('a roll-up is missing')
    return note
  }
}

export const TITLE = 'A repair café in the old fire station'

function verdictOf({ failure, lessons }: Prepared) {
  if (failure) return { label: 'failure', confidence: 0.9, reason: failure }
  const reason = 'The answer does what was asked and says what it rests on.'
  return { label: 'success', confidence: lessons.length ? 0.9 : 0.65, reason }
}

/** Every lesson that the answer cites helped. */
const helpful = (user: string) =>
  [...user.matchAll(/^--- id=(l\d+) cited=true/gm)].map(([, id]) => ({ id, tag: 'helpful' }))
