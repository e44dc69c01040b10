import { z } from 'zod'
import {
  byStatus,
  garbled,
  type Problem,
  problem,
  sayable,
  tooSlow,
  unreachable,
} from '@/lib/model/call/failure'
import { createRedact } from '@/lib/model/call/redact'
import { faultWords } from '@/lib/model/call/wire/fault'
import { fetchWithin } from '@/lib/model/reach/reach-fetch'
import type { ServiceConfig } from '@/lib/model/types'
import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { parseJson } from '@/lib/shared/parse-json'
import { OPENAI_BASE_URL } from './defaults'
import { hostOf } from './provider'

/** OpenAI's form, or a bare list. Entries without a usable name are skipped. */
const listSchema = z
  .union([z.array(z.unknown()), z.object({ data: z.array(z.unknown()) }).transform(({ data }) => data)])
  .transform((entries) =>
    entries.slice(0, limits.model.maxListed).flatMap((entry) => modelSchema.safeParse(entry).data ?? []),
  )
/** What a model takes, as OpenRouter and Mistral report it. */
const modelSchema = z
  .object({
    id: z.string().min(1).max(limits.model.nameChars),
    architecture: z
      .object({ input_modalities: z.array(z.string()) })
      .optional()
      .catch(undefined),
    capabilities: z.object({ vision: z.boolean() }).optional().catch(undefined),
  })
  .transform(({ id, architecture, capabilities }) => ({
    id,
    blind: capabilities?.vision === false || architecture?.input_modalities.includes('image') === false,
  }))

/** `blind` = the models that take no images, as far as the service says. */
export type ListedModels = { models: string[]; blind: string[] }
/** `none` = the service has no list at this address; `key` = it wants one. */
export type Unlisted = { why: 'none' | 'key' | 'away' | 'other'; error: Failure }

function listUrl(baseUrl: string | null): URL {
  const url = new URL(baseUrl ?? OPENAI_BASE_URL)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/models`
  return url
}
/** The address of a model list for display, without user name, password or query. */
export function listAddress({ baseUrl }: Pick<ServiceConfig, 'baseUrl'>): string {
  const { origin, pathname } = listUrl(baseUrl)
  return origin + pathname
}

/** The models of a service, by one GET without redirects. Errors name the address that was tried. */
export async function listModels(
  config: ServiceConfig,
  totalMs: number = limits.model.listTotalMs,
): Promise<ListedModels | Unlisted> {
  const found = await ask(config, totalMs)
  if ('models' in found) return found
  const { hint, ...failure } = found.failure
  return {
    why: whyOf(found),
    error: { ...failure, hint: `Tried ${listAddress(config)}. ${hint ?? ''}`.trim() },
  }
}

function whyOf({ status, failure }: Problem): Unlisted['why'] {
  if (status !== null && NO_LIST.includes(status)) return 'none'
  if (failure.code === 'provider_auth') return 'key'
  return failure.code === 'provider_garbled' || status !== null ? 'other' : 'away'
}
const NO_LIST = [404, 405, 501]
const NO_LIST_HINT = 'Most base URLs end in /v1. For a service without a model list, type the model’s name.'

async function ask(config: ServiceConfig, totalMs: number): Promise<ListedModels | Problem> {
  const host = hostOf(config)
  const redact = createRedact([config.apiKey])
  const slow = AbortSignal.timeout(totalMs)
  try {
    const headers = {
      accept: 'application/json',
      ...(config.apiKey ? { authorization: `Bearer ${config.apiKey}` } : {}),
    }
    const response = await fetchWithin(config.reach)(listUrl(config.baseUrl), { headers, signal: slow })
    const { status } = response
    if (NO_LIST.includes(status)) {
      const message = `${host} has no model list at this URL (${status}).`
      return { ...problem('provider_error', message, NO_LIST_HINT), status }
    }
    const text = await start(response)
    const body = parseJson(text)
    if (!response.ok) return refused(status, sayable(faultWords(body ?? text), redact), config)
    const listed = listSchema.safeParse(body)
    if (!listed.success) return garbled({ head: shapeOf(text) }, { redact, host })
    const ids = (found: typeof listed.data) => [...new Set(found.map(({ id }) => id))]
    return { models: ids(listed.data), blind: ids(listed.data.filter(({ blind }) => blind)) }
  } catch (error) {
    return slow.aborted ? tooSlow('first', totalMs, host) : unreachable(error, host)
  }
}

/** Some say 400 where they miss a key, or do not know it. */
function refused(status: number, said: string, config: ServiceConfig): Problem {
  const about = { hasKey: config.apiKey !== null, host: hostOf(config) }
  const isKey = status === 400 && /authorization|api[ _-]?key/i.test(said)
  const { failure, ...rest } = byStatus(isKey ? 401 : status, said, about)
  return {
    ...rest,
    failure: { ...failure, message: failure.message.replace('(401)', `(${status})`) },
    status,
  }
}

/** The kind of reply for an error, without quoting it. */
const shapeOf = (text: string) => (text.startsWith('<') ? '<html' : text && 'no list')

/** The body up to the size limit. A longer one is cut, so that it is not valid JSON. */
async function start(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > limits.model.maxListChars) break
  }
  return text.trim()
}
