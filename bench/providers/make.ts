import type { Kind, Outcome, Phase, Reply, Said, Seen } from './kind'
import { TEXT_ONLY } from './script'
import { type ChatWay, chat } from './wire-chat'
import { type ResponsesWay, responses } from './wire-responses'

type Base = Pick<Kind, 'name' | 'source'> & Partial<Kind>

export const FOREGROUND: readonly Phase[] = ['think', 'answer']
export const ALL: readonly Phase[] = ['think', 'answer', 'notes']
export const ANSWER_ONLY: readonly Phase[] = ['answer']

/** A reply in OpenAI's own way. */
export const good = ({ api }: Pick<Seen, 'api'>, said: Said): Reply =>
  api === 'chat' ? chat(said) : responses(said)

/** Over Chat Completions, unless it says otherwise. */
export const kind = (
  name: string,
  source: string,
  more: Pick<Kind, 'phases' | 'serve'> & Partial<Kind>,
): Kind => ({ name, source, apis: ['chat'], ...more })

/** A service that writes Chat Completions in its own way. Everything comes out as usual. */
export const written = (base: Base & { way: ChatWay }): Kind => ({
  apis: ['chat'],
  phases: ALL,
  serve: (_, said) => chat(said, base.way),
  ...without(base, 'way'),
})

/** The same of Responses. */
export const writtenResponses = (base: Base & { way: ResponsesWay }): Kind => ({
  apis: ['responses'],
  phases: ALL,
  serve: (_, said) => responses(said, base.way),
  ...without(base, 'way'),
})

/** A service that refuses some requests. What it refuses is left out at once, and from then on. */
export const refusing = (base: Base & { when(seen: Seen): boolean; refuse(seen: Seen): Reply }): Kind => ({
  apis: ['chat'],
  phases: ALL,
  serve: (seen, said) => (base.when(seen) ? base.refuse(seen) : good(seen, said)),
  remembers: true,
  ...without(base, 'when', 'refuse'),
  expect: (phase) => ({ mostRequests: phase === 'notes' ? 2 : 3, ...outcome(base.expect, phase) }),
})

/** A turn that answers without a tool, in one reply. */
export const answersAtOnce = { phases: ANSWER_ONLY, says: () => TEXT_ONLY } as const

export const outcome = (expect: Kind['expect'], phase: Phase): Partial<Outcome> =>
  (typeof expect === 'function' ? expect(phase) : expect) ?? {}

function without<T extends object, K extends keyof T>(value: T, ...keys: K[]): Omit<T, K> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key as K))) as Omit<T, K>
}
