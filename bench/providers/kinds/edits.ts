import { type ChatWay, chunk } from '../wire-chat'

type Json = Record<string, unknown>
type CallDelta = Json & { function: Json }
type Choice = Json & { delta: Json & { tool_calls?: CallDelta[] } }
type Change<T> = Json | ((value: T, at: number) => Json)

/** Fields in place of those of the value; one that is undefined is not sent. */
const changed = <T extends Json>(value: T, change: Change<T>, at: number): Json =>
  typeof change === 'function' ? change(value, at) : { ...value, ...change }

export const choicesOf = (event: Json) => (event.choices ?? []) as Choice[]
export const callsOf = (event: Json) => choicesOf(event)[0]?.delta.tool_calls ?? []
export const isCall = (event: Json) => choicesOf(event).some(({ delta }) => delta.tool_calls)

/** Ways to write a stream: each changes every event, choice, delta or delta of a call. */
export const events = (change: Change<Json>): ChatWay => ({
  edit: (all) => all.map((event, at) => changed(event, change, at)),
})
export const choices = (change: Change<Choice>): ChatWay =>
  events((event, at) => ({ ...event, choices: choicesOf(event).map((one) => changed(one, change, at)) }))
export const deltas = (change: Change<Choice['delta']>): ChatWay =>
  choices((choice, at) => ({ ...choice, delta: changed(choice.delta, change, at) }))
export const calls = (change: Change<CallDelta>): ChatWay =>
  deltas((delta, at) =>
    delta.tool_calls
      ? { ...delta, tool_calls: delta.tool_calls.map((call) => changed(call, change, at)) }
      : delta,
  )

/** Changes the deltas of a call after the one that names the tool. */
export const laterCalls = (fields: Json) =>
  calls((call) => (call.function.name ? call : { ...call, ...fields }))

/** Something before and after each event. */
export const between = (before: Json | string, after?: Json | string): ChatWay => ({
  edit: (all) => all.flatMap((event) => [before, event, ...(after ? [after] : [])]),
})

/** Something before the last words: the end and the report of usage. */
export const beforeEnd = (...more: Json[]): ChatWay => ({
  edit: (all) => [...all.slice(0, -2), ...more, ...all.slice(-2)],
})

/** The calls in one whole event each, as Ollama, Gemini and Workers AI send them. */
export const joined = (
  all: Json[],
  change: Change<CallDelta & { function: { arguments: string } }>,
): Json[] => {
  const parts = all.filter(isCall).flatMap(callsOf)
  const whole = parts.flatMap((first) => {
    if (!first.function.name) return []
    const own = parts.filter(({ index }) => index === first.index)
    const args = own.map((one) => one.function.arguments ?? '').join('')
    return [{ ...first, function: { name: first.function.name, arguments: args } }]
  })
  const at = all.findIndex(isCall)
  if (at < 0) return all
  const others = all.filter((event) => !isCall(event))
  const made = whole.map((call, index) => chunk({ tool_calls: [changed(call, change, index)] }))
  return [...others.slice(0, at), ...made, ...others.slice(at)]
}

export const wholeCalls = (change: Parameters<typeof joined>[1]): ChatWay => ({
  edit: (all) => joined(all, change),
})

/** A call's deltas one by one, or its single delta split in others. */
export const splitCall = (change: (call: CallDelta) => Json[]): ChatWay => ({
  edit: (all) =>
    all.flatMap((event) => {
      const [call] = callsOf(event)
      return call?.function.name ? change(call).map((one) => chunk({ tool_calls: [one] })) : [event]
    }),
})

export const bare = (fields: Json) => chunk({ tool_calls: [fields] })
