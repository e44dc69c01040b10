import type { Carried } from '@/lib/model/types'
import { isObject } from './fault'
import { type Finish, finishOf, type Json, type Stream } from './stream'

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : isObject(value) ? [value] : [])

/** Text and reasoning of a message's content: a string, or a list of parts as Mistral sends it. */
function contentOf(content: unknown): { said: string; thought: string } {
  if (!Array.isArray(content)) return { said: text(isObject(content) ? content.text : content), thought: '' }
  let said = ''
  let thought = ''
  for (const part of content) {
    if (typeof part === 'string') said += part
    else if (isObject(part) && 'thinking' in part)
      thought += Array.isArray(part.thinking) ? contentOf(part.thinking).said : text(part.thinking)
    else if (isObject(part)) said += text(part.text)
  }
  return { said, thought }
}

const detail = (part: unknown) => (isObject(part) ? text(part.text) || text(part.summary) : '')

/**
 * The chunks of a Chat Completions stream as every server really sends them, in the strict form that the AI
 * SDK reads. A whole completion (`message` instead of `delta`) counts as one chunk.
 */
export class ChatStream implements Stream {
  finish: Finish | null = null
  said = false
  readonly carried: Carried = { message: {}, calls: {} }
  #ids: string[] = []
  #last = ''

  next(event: Json): Json[] {
    const choices = list(event.choices)
    const choice = choices.find((each) => isObject(each) && Number(each.index ?? 0) === 0) ?? choices[0]
    if (!isObject(choice)) return []
    const given = isObject(choice.delta) ? choice.delta : isObject(choice.message) ? choice.message : {}
    const raw = text(choice.finish_reason)
    if (raw) this.finish = finishOf(raw)
    const { said, thought } = contentOf(given.content ?? choice.text)
    const reasoning = this.#reasoning(given) || thought
    const calls = this.#calls(given)
    this.said ||= said.trim() !== '' || calls.length > 0
    const delta = {
      ...(said ? { content: said } : {}),
      ...(reasoning ? { reasoning_content: reasoning } : {}),
      ...(text(given.refusal) ? { refusal: given.refusal } : {}),
      ...(calls.length ? { tool_calls: calls } : {}),
    }
    return Object.keys(delta).length ? [chunk(delta, null)] : []
  }

  /** The AI SDK only ends well with a finish; whether the stream was complete is judged by `finish`. */
  end(): Json[] {
    return [chunk({}, this.finish === 'tool-calls' ? 'tool_calls' : 'stop')]
  }

  /** Kept under the names that the server used, for the next request. */
  #reasoning(given: Json): string {
    const { message } = this.carried
    for (const name of ['reasoning_content', 'reasoning'] as const)
      if (text(given[name])) message[name] = text(message[name]) + text(given[name])
    const details = list(given.reasoning_details)
    if (details.length) message.reasoning_details = joined([...list(message.reasoning_details), ...details])
    return text(given.reasoning_content) || text(given.reasoning) || details.map(detail).join('')
  }

  /** Calls with a usable id each. The AI SDK tells their pieces apart by id, index and name. */
  #calls(given: Json): Json[] {
    const legacy = isObject(given.function_call) ? [{ index: 0, function: given.function_call }] : []
    return [...list(given.tool_calls), ...legacy].flatMap((call) => {
      if (!isObject(call)) return []
      const { index, id, type: _, function: inner, ...extra } = call
      const { name, arguments: args, ...more } = isObject(inner) ? inner : call
      const position = index === undefined || index === null ? undefined : Number(index)
      const sent =
        typeof args === 'string' || args === undefined || args === null ? args : JSON.stringify(args)
      const known = text(id) || (typeof id === 'number' ? String(id) : '')
      if (text(name) && !this.#ids.includes(known)) {
        this.#last = known || `call_${this.#ids.length}`
        this.#ids.push(this.#last)
      }
      const unknown = { ...extra, ...(isObject(inner) && Object.keys(more).length ? { function: more } : {}) }
      if (isObject(inner) && Object.keys(unknown).length)
        this.carried.calls[known || this.#last] = { ...this.carried.calls[known || this.#last], ...unknown }
      return [
        {
          ...(Number.isInteger(position) ? { index: position } : {}),
          ...(known ? { id: known } : text(name) ? { id: this.#last } : {}),
          function: { ...(text(name) ? { name } : {}), ...(sent ? { arguments: sent } : {}) },
        },
      ]
    })
  }
}

const chunk = (delta: Json, finish: string | null): Json => ({
  choices: [{ delta, finish_reason: finish }],
})

/** OpenRouter streams a thought in pieces, and wants it back whole. */
function joined(details: unknown[]): unknown[] {
  const out: Json[] = []
  for (const part of details) {
    if (!isObject(part)) continue
    const last = out.at(-1)
    const continues =
      last && last.type === part.type && last.index === part.index && part.type !== 'reasoning.encrypted'
    if (!continues) out.push({ ...part })
    else
      for (const [name, value] of Object.entries(part))
        if (name === 'text' || name === 'summary') last[name] = text(last[name]) + text(value)
        else if (value !== null) last[name] = value
  }
  return out
}
