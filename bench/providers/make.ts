import type { Api } from '@/e2e/support/openai-types'
import type { Call, Kind, ModelReply, Outcome, Phase, Reply, Seen } from './kind'
import { ANSWER, ARGS, RAN, says, TEXT_ONLY, write } from './script'
import { type ChatWay, chat } from './wire-chat'
import { type ResponsesWay, responses } from './wire-responses'

const CHAT: readonly Api[] = ['chat']
export const BOTH: readonly Api[] = ['chat', 'responses']
export const FOREGROUND: readonly Phase[] = ['think', 'answer']
export const ALL: readonly Phase[] = ['think', 'answer', 'notes']
export const ANSWER_ONLY: readonly Phase[] = ['answer']
export const NOTED: readonly Phase[] = ['answer', 'notes']
export const NOTES: readonly Phase[] = ['notes']

/** A reply in OpenAI's own way. */
export const good = ({ api }: Pick<Seen, 'api'>, said: ModelReply, way: { every?: number } = {}): Reply =>
  api === 'chat' ? chat(said, way) : responses(said, way)

type More = Partial<Kind>
/** Over Chat Completions and in OpenAI's own way, unless it says otherwise. */
export const kind = (name: string, more: Pick<Kind, 'phases'> & More): Kind => ({
  name,
  apis: CHAT,
  serve: good,
  ...more,
})

/** A service that writes Chat Completions in its own way. Everything comes out as usual. */
export const written = (name: string, way: ChatWay, more: More = {}): Kind =>
  kind(name, { phases: ALL, serve: (_, said) => chat(said, way), ...more })

/** The same of Responses. */
export const writtenResponses = (name: string, way: ResponsesWay, more: More = {}): Kind =>
  kind(name, { apis: ['responses'], phases: ALL, serve: (_, said) => responses(said, way), ...more })

/** A service that refuses some requests. What it refuses is left out at once, and from then on. */
export const refusing = (
  name: string,
  when: (seen: Seen) => boolean,
  refuse: (seen: Seen) => Reply,
  more: More = {},
): Kind =>
  kind(name, {
    phases: ALL,
    serve: (seen, said) => (when(seen) ? refuse(seen) : good(seen, said)),
    remembers: true,
    ...more,
    expect: (phase) => ({ mostRequests: phase === 'notes' ? 2 : 3, ...outcome(more.expect, phase) }),
  })

/** Text that only looks like something else is shown as it is. */
export const stays = (name: string, answer: string, more: More = {}): Kind =>
  kind(name, {
    apis: BOTH,
    phases: ANSWER_ONLY,
    says: () => [says(answer)],
    serve: (seen, said) => good(seen, said, { every: 5 }),
    expect: { answer, tools: [], reasoning: '', mostRequests: 1 },
    ...more,
  })

/** A model that makes these calls one after the other, and then answers. */
export const called = (name: string, calls: Partial<Call>[], tools: Outcome['tools'], more: More = {}) =>
  kind(name, {
    apis: BOTH,
    phases: ANSWER_ONLY,
    says: () => [...calls.map((call) => says('', { calls: [{ ...write, ...call }] })), says(ANSWER)],
    expect: { tools, reasoning: '', mostRequests: calls.length + 1 },
    ...more,
  })

/** A second file, and the calls and results of writing both. */
export const second: Call = { ...write, id: 'call_w2', args: { ...ARGS, path: 'b.md' } }
export const RAN_BOTH = [...RAN, { name: 'write_file', args: second.args }]

/** A turn that answers without a tool, in one reply. */
export const answersAtOnce = { phases: ANSWER_ONLY, says: () => TEXT_ONLY } as const

export const fails = (
  failure: RegExp,
  mostRequests = 4,
  answer: Outcome['answer'] = '',
): Partial<Outcome> => ({ status: 'failed', answer, failure, tools: [], reasoning: null, mostRequests })

export const outcome = (expect: Kind['expect'], phase: Phase): Partial<Outcome> =>
  (typeof expect === 'function' ? expect(phase) : expect) ?? {}
