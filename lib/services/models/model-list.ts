import { env } from '@/lib/config/env'
import type { Db } from '@/lib/db/engine/client'
import { listModels } from '@/lib/model/provider/list-models'
import { hostOf } from '@/lib/model/provider/provider'
import { resolveModel } from '@/lib/model/provider/resolve'
import { reachOfTyped } from '@/lib/model/reach/reach'
import type { ServiceConfig } from '@/lib/model/types'
import { readApiKey } from '@/lib/settings/secrets'
import type { LocalServiceDto, ModelListDto } from '@/lib/shared/dto'
import { MnemeError } from '@/lib/shared/errors'
import { keyAddress, modelSettings, typedSettings } from './model-settings'

/** The ids of a service's models. @throws MnemeError in plain words if it does not return a list. */
export async function modelsAt(service: ServiceConfig): Promise<string[]> {
  const found = await listModels(service)
  if (!found.ok)
    throw new MnemeError(found.error.code, found.error.message, found.error.hint, found.error.said)
  return [...new Set(found.value)]
}

type Typed = { baseUrl: string | null; apiKey?: string | undefined }
/**
 * The models to choose from, by name: those of the typed service, else of the one in use; null for the
 * built-in engine. A stored key is sent only to its own address.
 */
export async function modelList(db: Db, ownerId: string, typed: Typed | null): Promise<ModelListDto | null> {
  const service = resolveModel('fast', env(), await settingsOf(db, ownerId, typed))
  if (service.provider === 'offline') return null
  const models = await modelsAt(service)
  return { host: hostOf(service), models: models.sort((a, b) => a.localeCompare(b)) }
}

async function settingsOf(db: Db, ownerId: string, typed: Typed | null) {
  if (!typed) return (await modelSettings(db, ownerId)).settings
  const key = typed.apiKey ?? (await readApiKey(db, ownerId, keyAddress(typed.baseUrl)))
  return typedSettings({ baseUrl: typed.baseUrl, offline: false }, key)
}

/** What usually listens on these ports of a person's machine. */
const USUAL = [
  { name: 'Ollama', port: 11434 },
  { name: 'LM Studio', port: 1234 },
  { name: 'llama.cpp', port: 8080 },
  { name: 'vLLM', port: 8000 },
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
      return found.ok ? [{ name, baseUrl, models: found.value }] : []
    })
  return (await Promise.all(looked)).flat()
}
