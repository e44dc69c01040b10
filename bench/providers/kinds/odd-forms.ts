import type { Kind } from '../kind'
import { written } from '../make'
import { type chat, chunk } from '../wire-chat'

type Json = Record<string, unknown>
type Choice = Json & { delta: Json & { tool_calls?: (Json & { function: Json })[] } }
export const choicesOf = (event: Json) => (event.choices ?? []) as Choice[]
/** Changes the choices of every event. */
export const choices = (change: (choice: Choice, at: number) => Json) => (events: Json[]) =>
  events.map((event, at) => ({ ...event, choices: choicesOf(event).map((one) => change(one, at)) }))
export const deltas = (change: (delta: Choice['delta'], at: number) => Json) =>
  choices((choice, at) => ({ ...choice, delta: change(choice.delta, at) }))
type CallDelta = Json & { function: Json }
/** Changes every delta of a tool call. `first` = it names the tool. */
export const calls = (change: (call: CallDelta, first: boolean) => Json) =>
  deltas((delta) =>
    delta.tool_calls
      ? {
          ...delta,
          tool_calls: delta.tool_calls.map((call) => change(call, call.function.name !== undefined)),
        }
      : delta,
  )
export const withoutField = (value: Json, name: string) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))

/** One of P4's forms of a stream. */
export const odd = (name: string, source: string, way: Parameters<typeof chat>[1] = {}): Kind =>
  written({ name, source, way })

/** The calls in one whole event each, as Ollama, Gemini and Workers AI send them. */
export const wholeCalls =
  (change: (call: Json & { function: Json & { arguments: string } }, at: number) => Json) =>
  (events: Json[]) => {
    const isCall = (event: Json) => choicesOf(event).some(({ delta }) => delta.tool_calls)
    const parts = events.filter(isCall).flatMap((event) => choicesOf(event)[0]?.delta.tool_calls ?? [])
    const byIndex = new Map<unknown, CallDelta[]>()
    for (const part of parts) byIndex.set(part.index, [...(byIndex.get(part.index) ?? []), part])
    const whole = [...byIndex.values()].map(([first, ...rest]) => ({
      ...first,
      function: {
        name: first?.function.name,
        arguments: [first, ...rest].map((part) => part?.function.arguments ?? '').join(''),
      },
    }))
    const at = events.findIndex(isCall)
    if (at < 0) return events
    const others = events.filter((event) => !isCall(event))
    return [
      ...others.slice(0, at),
      ...whole.map((call, index) => chunk({ tool_calls: [change(call, index)] })),
      ...others.slice(at),
    ]
  }
