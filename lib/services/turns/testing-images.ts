import { type OpenAiServer, type ServerOptions, serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import { byHand, type Hands } from '@/lib/agent/testing-hands'
import type { Turn } from '@/lib/db/turns/turns'
import { askedRound } from '@/lib/model/offline/view'
import { configAt, testModels } from '@/lib/model/testing'
import type { ModelConfig } from '@/lib/model/types'
import { attachmentsOf, type TurnOptions } from '@/lib/shared/schemas'
import { startTurn } from './turns'
import { storeUploads } from './uploads'

export const imageFile = (name: string, bytes: Uint8Array<ArrayBuffer>) => new File([bytes], name)

/** Sends a message with files and waits until its turn is settled. */
export async function sendWith(h: Hands, text: string, files: File[], options: TurnOptions = {}) {
  const uploads = files.length ? await storeUploads(h.caller, 'c', files) : []
  const id = h.runtime.id('turn')
  const { turn } = await startTurn(h.caller, {
    conversationId: 'c',
    turnId: id,
    clientMessageId: id,
    text,
    options: { thinking: false, ...options },
    uploadIds: uploads.map((upload) => upload.uploadId),
  })
  await h.runner.settled(turn.id)
  return h.turn(turn.id)
}

const script = new ScriptedModel((options) =>
  askedRound(options.prompt)
    ? { calls: [{ name: 'continue_thinking', args: { continueThinking: false, reason: 'Seen.' } }] }
    : { text: 'A teal square.' },
)

export type Pictured = Hands & { server: OpenAiServer; sent(): string[][] }
/** The real agent before a scripted server. `sent` = the images of each request so far, in base64. */
export async function pictured(
  api: 'chat' | 'responses' = 'chat',
  more: Partial<ServerOptions> = {},
): Promise<Pictured> {
  const server = await serveOpenAi({ model: script, ...more })
  const h = await withModel(configAt(server.url, api))
  const sent = () =>
    server.requests.map(({ body }) =>
      [...JSON.stringify(body).matchAll(/data:image\/\w+;base64,([^"]+)/g)].map((found) => found[1] ?? ''),
    )
  const close = async () => {
    await h.close()
    await server.close()
  }
  return { ...h, server, sent, close }
}

/** The real agent with this model. */
export async function withModel(config: ModelConfig): Promise<Hands> {
  const h = await byHand()
  Object.assign(h.deps, { models: testModels(config).models })
  return h
}

/** The upload of a message's first attachment. */
export const firstUpload = (turn: Pick<Turn, 'attachments'> | undefined | null): string =>
  (turn ? attachmentsOf(turn)[0]?.uploadId : undefined) ?? ''
