import type { Carried, Json } from '@/lib/model/types'
import { parseJson } from '@/lib/shared/parse-json'
import { closing } from '../separate/json-extract'
import { isObject } from './fault'
import { type Finish, finishOf, type Stream } from './stream'

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
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
 * Chat Completions chunks as servers really send them, in the strict form that the AI SDK reads. A whole
 * `message` counts as one chunk.
 */
export class ChatStream implements Stream {
  finish: Finish | null = null
  reason = ''
  said = false
  readonly carried: Carried = { message: {}, calls: {} }
  readonly #calls: Call[] = []
  /** What deltas have said; null = none came. */
  #text: string | null = null
  #thought = false

  next(event: Json): Json[] {
    const choices = list(event.choices)
    const choice = choices.find((each) => isObject(each) && Number(each.index ?? 0) === 0) ?? choices[0]
    if (!isObject(choice)) return []
    const given = isObject(choice.delta) ? choice.delta : isObject(choice.message) ? choice.message : {}
    const raw = text(choice.finish_reason)
    if (raw) {
      this.reason = raw
      this.finish = finishOf(raw)
    }
    const { said: content, thought } = contentOf(given.content ?? choice.text)
    // After deltas, a whole message says it all again.
    const before = given === choice.message ? this.#text : null
    const said = before === null ? content : content.startsWith(before) ? content.slice(before.length) : ''
    const reasoning = before !== null && this.#thought ? '' : this.#reasoning(given) || thought
    this.#thought ||= reasoning !== ''
    if (given === choice.delta) this.#text = (this.#text ?? '') + said
    this.#hear(given)
    this.said ||= said.trim() !== ''
    const delta = {
      ...(said ? { content: said } : {}),
      ...(reasoning ? { reasoning_content: reasoning } : {}),
      ...(text(given.refusal) ? { refusal: given.refusal } : {}),
    }
    return Object.keys(delta).length ? [chunk(delta, null)] : []
  }

  /** The AI SDK only ends well with a finish; whether the stream was complete is judged by `finish`. */
  end(): Json[] {
    const calls = this.#whole()
    return [chunk(calls.length ? { tool_calls: calls } : {}, calls.length ? 'tool_calls' : 'stop')]
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

  /** Adds the pieces of calls. Servers tell them apart by index, by id, by name, or by their order alone. */
  #hear(given: Json) {
    const legacy = isObject(given.function_call) ? [{ index: 0, function: given.function_call }] : []
    for (const call of [...list(given.tool_calls), ...legacy]) {
      if (!isObject(call)) continue
      const { index, id, type: _, function: inner, ...extra } = call
      const { name, arguments: args, ...more } = isObject(inner) ? inner : call
      const sent = typeof args === 'object' && args !== null ? JSON.stringify(args) : text(args)
      const place = index === undefined || index === null ? null : Number(index)
      const known = this.#callOf(place, text(id), text(name), sent)
      if (known.args !== sent || !isWhole(sent)) known.args += sent
      if (isObject(inner)) Object.assign(known.extra, extra)
      if (isObject(inner) && Object.keys(more).length) known.extra.function = more
      this.said = true
    }
  }

  #callOf(place: number | null, id: string, name: string, sent: string): Call {
    const last = this.#calls.at(-1)
    const at = this.#calls.findLast((call) => (place === null ? id && call.id === id : call.place === place))
    const known = at ?? (place === null && !name && !id ? last : undefined)
    if (known) {
      const isOther = id !== '' && known.id !== '' && id !== known.id && name !== ''
      const isNext = name !== '' && (name !== known.name || /^\s*\{/.test(sent)) && isWhole(known.args)
      const isRepeat = name === known.name && sent === known.args
      // The name itself may come in pieces.
      if (!isOther && !isNext && name && name !== known.name && known.args === '') known.name += name
      if (!isOther && (!isNext || isRepeat)) {
        known.id ||= id
        return known
      }
    }
    const call = { id, place, name, args: '', extra: {} }
    this.#calls.push(call)
    return call
  }

  #whole(): Json[] {
    const used: string[] = []
    return this.#calls.flatMap(({ id, name, args, extra }) =>
      distinctArguments(args).map((one) => {
        const own = id && !used.includes(id) ? id : `${id || 'call'}_${used.length}`
        if (Object.keys(extra).length) this.carried.calls[own] = extra
        used.push(own)
        return { index: used.length - 1, id: own, function: { name, arguments: one } }
      }),
    )
  }
}

type Call = { id: string; place: number | null; name: string; args: string; extra: Json }

/** Looks at the end first, because this is asked about a call as it grows. */
const isWhole = (args: string) => args.trimEnd().endsWith('}') && isObject(parseJson(args))

/** Some servers send `{}` before the arguments, or them again at the end; two calls may share an id. */
function distinctArguments(args: string): string[] {
  if (args.trim() === '' || parseJson(args) !== undefined) return [args]
  const objects: string[] = []
  for (let rest = args.trim(); rest !== ''; ) {
    const end = rest.startsWith('{') ? closing(rest, 0) : -1
    if (end < 0 || !isWhole(rest.slice(0, end))) return [args]
    objects.push(rest.slice(0, end))
    rest = rest.slice(end).trim()
  }
  return [...new Set(objects.filter((one) => one !== '{}'))]
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
