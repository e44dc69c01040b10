import type { ModelConfig } from '@/lib/model/types'
import type { Problem } from '../failure'

/** How much of the protocol a server supports. */
export type Support = {
  tools: 'native' | 'text'
  /** May a tool call be required? */
  required: boolean
  temperature: boolean
  /** Summaries of hidden reasoning; OpenAI gives them to verified organisations only. */
  summary: boolean
  form: 'json_schema' | 'json_object' | 'text'
}
export const FULL: Support = {
  tools: 'native',
  required: true,
  temperature: true,
  summary: true,
  form: 'json_schema',
}

/** What a request made use of. */
export type Used = { tools: boolean; required: boolean; temperature: boolean; form: boolean }

/** A server names the parameter it does not know. `tool_call_id` and `role` mean a wrong history instead. */
const names = (said: string, what: RegExp) => what.test(said) && !/tool_call|role/i.test(said)

/** What to omit after a refusal, one thing at a time; null = the refusal has another cause. */
export function lesser(support: Support, problem: Problem, used: Used): Support | null {
  const { status, said } = problem
  if (status === null || ![400, 404, 415, 422, 500, 501].includes(status)) return null
  if (used.temperature && support.temperature && /temperature/i.test(said))
    return { ...support, temperature: false }
  if (support.summary && /reasoning\.summary|reasoning summar|must be verified/i.test(said))
    return { ...support, summary: false }
  if (used.required && support.required && /tool_choice|tool choice/i.test(said))
    return { ...support, required: false }
  if (used.tools && support.tools === 'native' && names(said, /\btools?\b|\bfunctions?\b/i))
    return { ...support, tools: 'text' }
  const aboutForm = /response_format|json_schema|json_object|text\.format|structured|grammar/i.test(said)
  if (used.form && support.form !== 'text' && (aboutForm || status === 400 || status === 422))
    return { ...support, form: support.form === 'json_schema' ? 'json_object' : 'text' }
  return null
}

/** Remembers per server and model what works, for the life of the process. */
export class SupportMemory {
  readonly #known = new Map<string, Support>()

  of(config: ModelConfig): Support {
    return this.#known.get(key(config)) ?? FULL
  }

  remember(config: ModelConfig, support: Support) {
    this.#known.set(key(config), support)
  }
}

const key = (config: ModelConfig) =>
  config.provider === 'offline' ? 'offline' : [config.baseUrl ?? '', config.api, config.model].join('\n')
