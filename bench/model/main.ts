// Serves the paced model over OpenAI's protocol in its own process. Prints its address as a line of JSON, and
// exits with its parent.
import { serveOpenAi } from '@/e2e/support/openai-server'
import { type Pace, PacedModel } from './paced-model'

const pace = JSON.parse(process.argv[2] ?? '{}') as Pace
const server = await serveOpenAi({ model: new PacedModel(pace) })
// Prompts would accumulate over thousands of calls.
setInterval(() => server.requests.splice(0), 1_000).unref()
console.log(JSON.stringify({ url: server.url }))
process.on('disconnect', () => process.exit(0))
