import { env } from '@/lib/config/env'
import type { Db } from '@/lib/db/engine/client'
import { createModels, type ModelOptions } from '@/lib/model/call/call'
import { missingModel } from '@/lib/model/provider/provider'
import { resolveEmbedding, resolveModel } from '@/lib/model/provider/resolve'
import { testConnection } from '@/lib/model/provider/test-connection'
import type { Role, ServiceConfig } from '@/lib/model/types'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import type { ProviderSetting } from '@/lib/settings/definitions'
import { readApiKey } from '@/lib/settings/secrets'
import type { ProviderTestDto } from '@/lib/shared/dto'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Runtime } from '@/lib/shared/runtime'
import { callOptions, keyAddress, modelSettings, typedSettings } from './model-settings'

type Tested = { roles: Role[]; service: ServiceConfig }

/**
 * Tries every model of these settings. A stored key is sent only to its own address.
 * @throws MnemeError if there is nothing to call, or no model answers.
 */
export async function testRoles(
  db: Db,
  ownerId: string,
  setting: ProviderSetting,
  apiKey: string | null,
  runtime: Runtime = systemRuntime,
): Promise<ProviderTestDto[]> {
  const key = apiKey ?? (await readApiKey(db, ownerId, keyAddress(setting.baseUrl)))
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
  const around = callOptions(db, ownerId, runtime, await modelSettings(db, ownerId))
  const results = await Promise.all(
    all.map(async ({ roles, service }) => ({
      roles,
      model: service.model,
      ...(await (roles.includes('embedding') ? testEmbedding : testAnswer)(service, around)),
    })),
  )
  const failed = results.find(({ error }) => error)?.error
  if (failed && results.every(({ error }) => error))
    throw new MnemeError(failed.code, failed.message, failed.hint, failed.said)
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
