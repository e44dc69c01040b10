import type { LanguageModelV4 } from '@ai-sdk/provider'
import { freePort } from '@/scripts/free-ports.mjs'
import { type FaultName, misbehave } from './chaos-faults'
import { type OpenAiServer, type Received, serveOpenAi } from './openai-server'
import { ScriptedModel } from './scripted-model'

/** The fault for a request; null = the model answers. `request.index` counts from 0. */
export type Plan = (request: Received) => FaultName | null
export type ChaosServer = OpenAiServer & { plan(next: Plan): void }

/**
 * An OpenAI server that misbehaves as planned, in both APIs; without a fault, `model` answers. `dripMs` =
 * pace of the fault `drip`.
 */
export async function startChaos(
  plan: Plan | FaultName,
  options: { model?: LanguageModelV4; dripMs?: number; key?: string } = {},
): Promise<ChaosServer> {
  let current: Plan = typeof plan === 'string' ? () => plan : plan
  const server = await serveOpenAi({
    model: options.model ?? new ScriptedModel(() => ({ text: ['all ', 'is ', 'well'] })),
    ...(options.key ? { key: options.key } : {}),
    fault(request, protocol, response) {
      const name = current(request)
      if (name) misbehave(name, request, protocol, response, options.dripMs ?? 60_000)
      return name !== null
    },
  })
  return {
    ...server,
    plan(next) {
      current = next
    },
  }
}

/** A base URL that refuses connections. */
export const refusedUrl = async (): Promise<string> => `http://127.0.0.1:${await freePort()}/v1`
