// A chat route without Mneme, in its own process like the Mneme server: calls the model with only the message,
// streams the answer and stores nothing. Prints its address as a line of JSON, and exits with its parent.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOpenAI } from '@ai-sdk/openai'
import { pipeUIMessageStreamToResponse, streamText, toUIMessageStream } from 'ai'

const model = createOpenAI({ apiKey: 'none', baseURL: process.argv[2] ?? '' }).chat('bench')
const server = http.createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { text } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { text: string }
  const result = streamText({ model, instructions: 'You are a helpful assistant.', prompt: text })
  pipeUIMessageStreamToResponse({ response, stream: toUIMessageStream({ stream: result.stream }) })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
process.on('disconnect', () => process.exit(0))
