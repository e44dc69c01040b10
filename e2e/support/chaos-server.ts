import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LanguageModelV4 } from '@ai-sdk/provider'
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

/** A base URL that refuses connections: its port was in use a moment ago and is now closed. */
export async function refusedUrl(): Promise<string> {
  const server = http.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}/v1`
}
