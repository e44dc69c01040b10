import type { Carried, Json } from '@/lib/model/types'
import { isObject } from './fault'
import { type Finish, finishOf, type Stream } from './stream'

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const MESSAGE = { type: 'message', id: 'message' }

type Call = { id: string; call_id: string; name: string; arguments: string; ended: boolean }

/**
 * Responses events as servers really send them, in the strict form that the AI SDK reads. What is left out
 * before the last event is taken from that one.
 */
export class ResponsesStream implements Stream {
  finish: Finish | null = null
  reason = ''
  said = false
  /** The AI SDK knows what this API wants back. */
  readonly carried: Carried = { message: {}, calls: {} }
  readonly #texts = new Map<string, string>()
  readonly #calls = new Map<string, Call>()
  /** Reasoning items that have begun; true = they have ended. */
  readonly #thoughts = new Map<string, boolean>()
  readonly #thought = new Map<string, string>()

  next(event: Json): Json[] {
    const key = keyOf(event)
    const { delta, response } = event
    switch (event.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        return this.#say(key, text(delta))
      case 'response.output_text.done':
        return this.#say(key, this.#missing(key, text(event.text)))
      case 'response.refusal.done':
        return this.#say(key, this.#missing(key, text(event.refusal)))
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return this.#think(key, text(delta))
      case 'response.reasoning_summary_text.done':
      case 'response.reasoning_text.done':
        return this.#thought.get(key) ? [] : this.#think(key, text(event.text))
      case 'response.reasoning_summary_part.added':
        return Number(event.summary_index) > 0 ? this.#think(key, '\n\n') : []
      case 'response.function_call_arguments.delta':
        return this.#argue(key, (known) => known + text(delta))
      case 'response.function_call_arguments.done':
        return this.#argue(key, (known) => text(event.arguments) || known)
      case 'response.output_item.added':
        return isObject(event.item) ? this.#item(event.item, keyOf(event, event.item), false) : []
      case 'response.output_item.done':
        return isObject(event.item) ? this.#item(event.item, keyOf(event, event.item), true) : []
      case 'response.completed':
      case 'response.incomplete':
        return isObject(response) ? this.#complete(response) : []
      default:
        return event.object === 'response' ? this.#complete(event) : []
    }
  }

  end(): Json[] {
    const open = [...this.#calls.keys()].flatMap((key) => this.#call({}, key, true))
    return [...open, { type: 'response.completed', response: {} }]
  }

  #complete(response: Json): Json[] {
    const out = list(response.output).flatMap((item, index) =>
      isObject(item) ? this.#item(item, keyOf({ output_index: index }, item), true) : [],
    )
    const reason = isObject(response.incomplete_details) ? text(response.incomplete_details.reason) : ''
    const isWhole = reason === '' && response.status !== 'incomplete'
    this.reason = reason
    this.finish = isWhole ? 'stop' : reason ? finishOf(reason) : 'length'
    return out
  }

  #item(item: Json, key: string, done: boolean): Json[] {
    if (item.type === 'function_call') return this.#call(item, key, done)
    if (item.type === 'reasoning') {
      const parts = [...list(item.summary), ...list(item.content)]
      const whole = parts.map((part) => (isObject(part) ? text(part.text) : '')).join('\n\n')
      const begun = Boolean(this.#thought.get(key)) || [...this.#thought.values()].includes(whole)
      if (this.#thoughts.get(key)) return []
      const spoken = begun ? [] : this.#think(key, done ? whole : '')
      if (!done) return spoken
      this.#thoughts.set(key, true)
      return [...spoken, itemEvent('done', { type: 'reasoning', id: key, ...encrypted(item) })]
    }
    if (item.type !== 'message' && item.role !== 'assistant') return []
    const said = list(item.content).map((part) =>
      isObject(part) ? text(part.text) || text(part.refusal) : text(part),
    )
    return this.#say(key, this.#missing(key, said.join('')))
  }

  #missing(key: string, whole: string): string {
    const said = this.#texts.get(key) ?? (this.#texts.size === 1 ? [...this.#texts.values()][0] : '') ?? ''
    return whole.startsWith(said) ? whole.slice(said.length) : ''
  }

  #say(key: string, words: string): Json[] {
    if (words === '') return []
    const begins = this.#texts.size === 0 ? [itemEvent('added', MESSAGE)] : []
    this.#texts.set(key, (this.#texts.get(key) ?? '') + words)
    this.said ||= words.trim() !== ''
    return [...begins, { type: 'response.output_text.delta', item_id: MESSAGE.id, delta: words }]
  }

  #think(key: string, words: string): Json[] {
    const begins = this.#thoughts.has(key) ? [] : [itemEvent('added', { type: 'reasoning', id: key })]
    this.#thoughts.set(key, this.#thoughts.get(key) ?? false)
    this.#thought.set(key, (this.#thought.get(key) ?? '') + words)
    const delta = { type: 'response.reasoning_summary_text.delta', item_id: key, summary_index: 0 }
    return words ? [...begins, { ...delta, delta: words }] : begins
  }

  #argue(key: string, change: (known: string) => string): Json[] {
    const call = this.#calls.get(key) ?? [...this.#calls.values()].at(-1)
    if (call) call.arguments = change(call.arguments)
    return []
  }

  #call(item: Json, key: string, done: boolean): Json[] {
    const known = this.#calls.get(key)
    const args =
      typeof item.arguments === 'object' ? JSON.stringify(item.arguments ?? {}) : text(item.arguments)
    const call: Call = known ?? {
      id: text(item.id) || `fc_${this.#calls.size}`,
      call_id: text(item.call_id) || text(item.id) || `call_${this.#calls.size}`,
      name: text(item.name),
      arguments: '',
      ended: false,
    }
    this.#calls.set(key, call)
    this.said = true
    call.arguments = args || call.arguments
    const { ended, ...sent } = call
    const index = [...this.#calls.keys()].indexOf(key) + 1
    const added = known ? [] : [itemEvent('added', { type: 'function_call', ...sent, arguments: '' }, index)]
    if (!done || ended) return added
    call.ended = true
    return [...added, itemEvent('done', { type: 'function_call', ...sent, status: 'completed' }, index)]
  }
}

const keyOf = (event: Json, item: Json = {}) =>
  text(item.id) || text(event.item_id) || `item_${event.output_index ?? 0}`

const encrypted = (item: Json) =>
  text(item.encrypted_content) ? { encrypted_content: item.encrypted_content } : {}

const itemEvent = (what: 'added' | 'done', item: Json, index = 0): Json => ({
  type: `response.output_item.${what}`,
  output_index: index,
  item,
})
