import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOpenAI } from '@ai-sdk/openai'
import { pipeUIMessageStreamToResponse, streamText, toUIMessageStream } from 'ai'

/**
 * A chat route without Mneme: calls the model with only the message and streams the answer, storing nothing.
 * @returns its address.
 */
export async function serveBare(modelUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const model = createOpenAI({ apiKey: 'none', baseURL: modelUrl }).chat('bench')
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { text } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { text: string }
    const result = streamText({ model, instructions: 'You are a helpful assistant.', prompt: text })
    pipeUIMessageStreamToResponse({ response, stream: toUIMessageStream({ stream: result.stream }) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
