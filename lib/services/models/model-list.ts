import { ZodError } from 'zod'
import { env } from '@/lib/config/env'
import { createModels, type ModelOptions } from '@/lib/model/call/call'
import { baseUrlsOf, unlistedUrl } from '@/lib/model/provider/base-urls'
import { listModels, type Unlisted } from '@/lib/model/provider/list-models'
import { hostOf, missingModel } from '@/lib/model/provider/provider'
import { resolveEmbedding, resolveModel } from '@/lib/model/provider/resolve'
import { testConnection } from '@/lib/model/provider/test-connection'
import { reachOfTyped } from '@/lib/model/reach/reach'
import type { Role, ServiceConfig } from '@/lib/model/types'
import { readApiKey } from '@/lib/settings/secrets'
import type { LocalServiceDto, ModelListDto, ProviderTestDto, ServiceModelsDto } from '@/lib/shared/dto'
import { MnemeError, thrown } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { ProviderSetting } from '@/lib/shared/schemas'
import type { Owner, Person } from '../caller'
import { callOptions, keyAddress, modelSettings, typedSettings } from './model-settings'

const byName = (models: string[]) => models.toSorted((a, b) => a.localeCompare(b))

/** By name; null for the built-in engine. @throws MnemeError in plain words if there is no list. */
export async function modelList(owner: Owner): Promise<ModelListDto | null> {
  const service = resolveModel('fast', env(), (await modelSettings(owner)).settings)
  if (service.provider === 'offline') return null
  const found = await listModels(service)
  if ('error' in found) throw thrown(found.error)
  return { host: hostOf(service), models: byName(found.models) }
}

/**
 * The models at a pasted address, and the base URL that listed them; null = the environment's address, else
 * OpenAI's. A stored key is sent only to its own address.
 * @throws MnemeError in plain words if the service is not reached, or answers with something else.
 */
export async function readModels(
  { db, ownerId }: Owner,
  address: string | null,
  apiKey: string | null,
): Promise<ServiceModelsDto> {
  const urls = address === null ? [null] : urlsOf(address)
  const missed: { baseUrl: string | null; host: string; hasKey: boolean; found: Unlisted }[] = []
  for (const baseUrl of urls) {
    const key = apiKey ?? (await readApiKey(db, ownerId, keyAddress(baseUrl)))
    const service = resolveModel('fast', env(), typedSettings({ baseUrl, offline: false }, key))
    if (service.provider === 'offline') throw NOTHING
    const host = hostOf(service)
    const found = await listModels(service)
    if ('models' in found) return { baseUrl, host, state: 'listed', ...found, models: byName(found.models) }
    if (found.why === 'away') throw thrown(found.error)
    missed.push({ baseUrl, host, hasKey: service.apiKey !== null, found })
  }
  const none = { models: [], blind: [] }
  const locked = missed.find(({ found }) => found.why === 'key')
  if (locked?.hasKey) throw thrown(locked.found.error)
  if (locked) return { baseUrl: locked.baseUrl, host: locked.host, state: 'key', ...none }
  const [first] = missed
  if (address !== null && first && missed.some(({ found }) => found.why === 'none'))
    return { baseUrl: unlistedUrl(baseUrlsOf(address)), host: first.host, state: 'unlisted', ...none }
  throw first ? thrown(first.found.error) : NOTHING
}

const NOTHING = new MnemeError('invalid', 'Enter the URL of a service, or an API key of OpenAI.')

/** @throws MnemeError for what is no address. */
function urlsOf(address: string): string[] {
  try {
    return baseUrlsOf(address)
  } catch (error) {
    throw error instanceof ZodError ? new MnemeError('invalid', error.issues[0]?.message ?? '') : error
  }
}

/** What usually listens on these ports of a person's machine. */
const USUAL = [
  { name: 'Ollama', port: 11434 },
  { name: 'LM Studio', port: 1234 },
  { name: 'llama.cpp or LocalAI', port: 8080 },
  { name: 'vLLM', port: 8000 },
  { name: 'Jan', port: 1337 },
  { name: 'LiteLLM', port: 4000 },
  { name: 'KoboldCpp', port: 5001 },
  { name: 'GPT4All', port: 4891 },
  { name: 'SGLang', port: 30000 },
]
/** They are on this machine, so one that does not answer at once is not offered. */
const LOOK_MS = 1_500
const addressAt = (port: number) => `http://127.0.0.1:${port}/v1`

/** On a shared installation the server's own machine is out of reach, unless MNEME_MODEL_HOSTS names it. */
const mayLookAt = (port: number) => reachOfTyped(env(), addressAt(port)) !== 'public'
export const looksLocally = () => USUAL.some(({ port }) => mayLookAt(port))

/** The providers on the server's own machine that list their models. */
export async function localServices(usual = USUAL): Promise<LocalServiceDto[]> {
  const looked = usual
    .filter(({ port }) => mayLookAt(port))
    .map(async ({ name, port }): Promise<LocalServiceDto[]> => {
      const baseUrl = addressAt(port)
      const reach = reachOfTyped(env(), baseUrl)
      const service = { provider: 'openai', baseUrl, apiKey: null, api: 'chat', model: '', reach } as const
      const found = await listModels(service, LOOK_MS)
      return 'models' in found ? [{ name, baseUrl, models: byName(found.models) }] : []
    })
  return (await Promise.all(looked)).flat()
}

type Tested = { roles: Role[]; service: ServiceConfig }

/** A stored key goes only to its own address. @throws MnemeError if none is there or answers. */
export async function testRoles(
  person: Person,
  setting: ProviderSetting,
  apiKey: string | null,
): Promise<ProviderTestDto[]> {
  const key = apiKey ?? (await readApiKey(person.db, person.ownerId, keyAddress(setting.baseUrl)))
  const tried = typedSettings({ ...setting, offline: false }, key)
  const services = new Map<string, Tested>()
  for (const role of ['reflective', 'fast', 'utility'] as const) {
    const service = resolveModel(role, env(), tried)
    if (service.provider === 'offline') continue
    const id = `${service.baseUrl} ${service.model}`
    services.set(id, { roles: [...(services.get(id)?.roles ?? []), role], service })
  }
  const embedding = resolveEmbedding(env(), tried)
  const all = [
    ...services.values(),
    ...(embedding ? [{ roles: ['embedding' as const], service: embedding }] : []),
  ]
  if (all.length === 0)
    throw new MnemeError(
      'invalid',
      'There is nothing to test yet.',
      env().MNEME_OFFLINE
        ? 'MNEME_OFFLINE=1 forces the built-in model.'
        : 'Enter an API key or the base URL of a compatible server.',
    )
  const around = callOptions(person, await modelSettings(person))
  const results = await Promise.all(
    all.map(async ({ roles, service }) => ({
      roles,
      model: service.model,
      ...(await (roles.includes('embedding') ? testEmbedding : testAnswer)(service, around)),
    })),
  )
  const failed = results.find(({ error }) => error)?.error
  if (failed && results.every(({ error }) => error)) throw thrown(failed)
  return results
}

type Outcome = Pick<ProviderTestDto, 'ms' | 'error' | 'can'>

async function testAnswer(service: ServiceConfig, options: ModelOptions): Promise<Outcome> {
  const missing = missingModel(service)
  if (missing) return { ms: 0, error: missing }
  const result = await testConnection(service, options, AbortSignal.timeout(2 * limits.model.testTotalMs))
  if (!result.ok) return { ms: 0, error: result.error }
  const { ms, streams, tools, toolError, refusal } = result.value
  return { ms, error: null, can: { streams, tools, toolError, refusal } }
}

async function testEmbedding(embedding: ServiceConfig, options: ModelOptions): Promise<Outcome> {
  const { embedder } = createModels(() => embedding, { ...options, embedding })
  const tested = await embedder?.embed(['OK'], {
    signal: AbortSignal.timeout(limits.model.testTotalMs),
    timeoutMs: limits.model.testTotalMs,
    retries: 0,
  })
  return { ms: tested?.ms ?? 0, error: tested?.error ?? null }
}
