import { z } from 'zod'
import { byStatus, garbled, type Problem, tooSlow, unreachable } from '@/lib/model/call/failure'
import { createRedact } from '@/lib/model/call/redact'
import { fetchWithin } from '@/lib/model/reach/reach-fetch'
import type { ServiceConfig } from '@/lib/model/types'
import type { Result } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { OPENAI_BASE_URL } from './defaults'
import { hostOf } from './provider'

/** OpenAI's form, or a bare list. Entries without a usable name are skipped. */
const listSchema = z
  .union([z.array(z.unknown()), z.object({ data: z.array(z.unknown()) }).transform(({ data }) => data)])
  .transform((entries) =>
    entries.slice(0, limits.model.maxListed).flatMap((entry) => modelSchema.safeParse(entry).data?.id ?? []),
  )
const modelSchema = z.object({ id: z.string().min(1).max(limits.model.nameChars) })

/** The address of a model list for display, without user name, password or query. */
export function listAddress({ baseUrl }: Pick<ServiceConfig, 'baseUrl'>): string {
  const { origin, pathname } = new URL(baseUrl ?? OPENAI_BASE_URL)
  return `${origin}${pathname.replace(/\/+$/, '')}/models`
}

/** The model ids of a service, by one GET without redirects. Errors name the address that was tried. */
export async function listModels(
  config: ServiceConfig,
  totalMs: number = limits.model.listTotalMs,
): Promise<Result<string[]>> {
  const tried = listAddress(config)
  const found = await ask(config, totalMs)
  if (Array.isArray(found)) return { ok: true, value: found }
  const { hint, ...failure } = found.failure
  return { ok: false, error: { ...failure, hint: `Tried ${tried}. ${hint ?? ''}`.trim() } }
}

async function ask(config: ServiceConfig, totalMs: number): Promise<string[] | Problem> {
  const host = hostOf(config)
  const redact = createRedact([config.apiKey])
  const slow = AbortSignal.timeout(totalMs)
  try {
    const url = new URL(config.baseUrl ?? OPENAI_BASE_URL)
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/models`
    const headers = {
      accept: 'application/json',
      ...(config.apiKey ? { authorization: `Bearer ${config.apiKey}` } : {}),
    }
    const response = await fetchWithin(config.reach)(url, { headers, signal: slow })
    if (response.status === 404) return noList(host)
    if (!response.ok) return byStatus(response.status, '', { hasKey: config.apiKey !== null, host })
    const text = await start(response)
    const listed = listSchema.safeParse(parsed(text))
    return listed.success ? listed.data.map(redact) : garbled({ head: shapeOf(text) }, { redact, host })
  } catch (error) {
    return slow.aborted ? tooSlow('first', totalMs, host) : unreachable(error, host)
  }
}

const noList = (host: string): Problem => ({
  ...byStatus(404, '', { hasKey: true, host }),
  failure: {
    code: 'provider_error',
    message: `${host} has no model list at this URL (404).`,
    hint: 'Most base URLs end in /v1. For a service without a model list, use Test connection.',
  },
})

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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
